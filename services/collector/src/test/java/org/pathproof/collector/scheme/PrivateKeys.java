// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.scheme;

import java.util.HashSet;
import java.util.Set;
import org.pathproof.schemelab.SchemeLab;
import org.pathproof.schemelab.SchemeRoute;
import org.pathproof.schemes.SchemeAttribute;
import org.pathproof.wire.Bytes;

/** The private values in routes of the lab, as parts of {@value #PART} bytes that occur in no public value. */
public final class PrivateKeys {
    private static final int PART = 12;

    private final Set<Bytes> parts = new HashSet<>();

    public PrivateKeys(SchemeLab lab) {
        lab.routes().forEach(route -> add(route.route().path().secret(), parts));
        Set<Bytes> published = new HashSet<>();
        for (SchemeRoute route : lab.routes()) {
            SchemeAttribute attribute =
                    new SchemeAttribute(route.id(), route.route().path());
            add(attribute.withoutSecret().encode(), published);
        }
        lab.keys().values().forEach(keys -> keys.all().forEach(one -> add(one.material(), published)));
        parts.removeAll(published);
    }

    private static void add(Bytes value, Set<Bytes> to) {
        for (int at = 0; at + PART <= value.length(); at++) {
            to.add(value.slice(at, at + PART));
        }
    }

    /** Returns the number of parts. */
    public int size() {
        return parts.size();
    }

    /** Returns true if bytes contain a part of a private value. */
    public boolean occurIn(Bytes bytes) {
        for (int at = 0; at + PART <= bytes.length(); at++) {
            if (parts.contains(bytes.slice(at, at + PART))) {
                return true;
            }
        }
        return false;
    }
}
