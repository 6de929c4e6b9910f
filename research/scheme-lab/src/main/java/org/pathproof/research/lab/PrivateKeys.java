// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.lab;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.SchemeAttribute;
import org.pathproof.wire.Bytes;

/**
 * Private values in paths, as parts of {@value #PART} bytes that occur in no public value. Tests search topics, logs
 * and files for them.
 */
public final class PrivateKeys {
    private static final int PART = 12;

    private final Set<Bytes> parts = new HashSet<>();

    /**
     * Collects the parts.
     *
     * @param paths values of the path attribute, as routers send them
     * @param keys published keys of the speakers
     */
    public PrivateKeys(List<SchemeAttribute> paths, Collection<KeyDirectory> keys) {
        paths.forEach(path -> add(path.path().secret(), parts));
        Set<Bytes> published = new HashSet<>();
        paths.forEach(path -> add(path.withoutSecret().encode(), published));
        keys.forEach(directory -> directory.all().forEach(one -> add(one.material(), published)));
        parts.removeAll(published);
    }

    /** Collects the parts of all routes of a lab. */
    public PrivateKeys(SchemeLab lab) {
        this(
                lab.routes().stream()
                        .map(route ->
                                new SchemeAttribute(route.id(), route.route().path()))
                        .toList(),
                lab.keys().values());
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

    /** Returns true if a text contains a part of a private value as characters or as hexadecimal digits. */
    public boolean occurInText(String text) {
        if (occurIn(Bytes.wrap(text.getBytes(StandardCharsets.ISO_8859_1)))) {
            return true;
        }
        String digits = text.replaceAll("[^0-9a-fA-F]", "");
        return occurIn(Bytes.fromHex(digits.substring(0, digits.length() & ~1)))
                || !digits.isEmpty() && occurIn(Bytes.fromHex(digits.substring(1, 1 + (digits.length() - 1 & ~1))));
    }
}
