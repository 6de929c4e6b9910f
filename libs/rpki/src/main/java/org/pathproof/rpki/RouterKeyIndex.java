// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/** Router keys by (ASN, SKI). Several keys may share both (RFC 8205 section 5.2, RFC 8210 section 5.10). */
final class RouterKeyIndex {
    static final RouterKeyIndex EMPTY = new RouterKeyIndex(List.of());

    private final Map<Name, List<RouterKey>> byName;
    private final List<RouterKey> all;

    private RouterKeyIndex(List<RouterKey> distinct) {
        all = Collections.unmodifiableList(distinct);
        byName = HashMap.newHashMap(distinct.size());
        for (RouterKey key : distinct) {
            byName.merge(new Name(key.asn(), key.ski()), List.of(key), RouterKeyIndex::join);
        }
    }

    static RouterKeyIndex of(Collection<RouterKey> keys) {
        return keys.isEmpty() ? EMPTY : new RouterKeyIndex(new ArrayList<>(new LinkedHashSet<>(keys)));
    }

    /** This without {@code gone} (which may hold what is not here) and with {@code added} (none of which is here). */
    RouterKeyIndex with(Collection<RouterKey> added, Set<RouterKey> gone) {
        if (added.isEmpty() && gone.isEmpty()) {
            return this;
        }
        List<RouterKey> keys = new ArrayList<>(all.size() + added.size());
        for (RouterKey key : all) {
            if (!gone.contains(key)) {
                keys.add(key);
            }
        }
        keys.addAll(added);
        return new RouterKeyIndex(keys);
    }

    List<RouterKey> get(long asn, Bytes ski) {
        return byName.getOrDefault(new Name(asn, ski), List.of());
    }

    boolean contains(RouterKey key) {
        return get(key.asn(), key.ski()).contains(key);
    }

    List<RouterKey> all() {
        return all;
    }

    private static List<RouterKey> join(List<RouterKey> some, List<RouterKey> one) {
        List<RouterKey> both = new ArrayList<>(some);
        both.addAll(one);
        return List.copyOf(both);
    }

    private record Name(long asn, Bytes ski) {}
}
