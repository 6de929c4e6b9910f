// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/**
 * Router keys by (ASN, SKI). Several keys can share both (RFC 8205 section 5.2, RFC 8210 section 5.10).
 *
 * <p>One array holds the keys in the order of their hash buckets, three keys in a bucket on average. A second array
 * holds the end of each bucket. Both take 5.3 bytes for each key.
 */
final class RouterKeyIndex {
    static final RouterKeyIndex EMPTY = new RouterKeyIndex(List.of());

    private static final int KEYS_A_BUCKET = 3;

    private final RouterKey[] keys;
    private final int[] ends;

    private RouterKeyIndex(Collection<RouterKey> distinct) {
        keys = new RouterKey[distinct.size()];
        ends = new int[distinct.size() / KEYS_A_BUCKET + 1];
        for (RouterKey key : distinct) {
            ends[bucket(key.asn(), key.ski())]++;
        }
        int all = 0;
        for (int bucket = 0; bucket < ends.length; bucket++) {
            all += ends[bucket];
            // Start of the bucket; inserting the keys moves this value to the end of the bucket.
            ends[bucket] = all - ends[bucket];
        }
        for (RouterKey key : distinct) {
            keys[ends[bucket(key.asn(), key.ski())]++] = key;
        }
    }

    static RouterKeyIndex of(Collection<RouterKey> keys) {
        return keys.isEmpty() ? EMPTY : new RouterKeyIndex(new LinkedHashSet<>(keys));
    }

    /**
     * Returns this index without {@code gone} and with {@code added}. This index may lack keys of {@code gone}, and
     * must lack all keys of {@code added}.
     */
    RouterKeyIndex with(Collection<RouterKey> added, Set<RouterKey> gone) {
        if (added.isEmpty() && gone.isEmpty()) {
            return this;
        }
        List<RouterKey> after = new ArrayList<>(keys.length + added.size());
        for (RouterKey key : keys) {
            if (gone.isEmpty() || !gone.contains(key)) {
                after.add(key);
            }
        }
        after.addAll(added);
        return new RouterKeyIndex(after);
    }

    List<RouterKey> get(long asn, Bytes ski) {
        int bucket = bucket(asn, ski);
        RouterKey found = null;
        List<RouterKey> more = null;
        for (int i = bucket == 0 ? 0 : ends[bucket - 1]; i < ends[bucket]; i++) {
            if (keys[i].hasAsnAndSki(asn, ski)) {
                if (found == null) {
                    found = keys[i];
                } else {
                    more = and(more, found, keys[i]);
                }
            }
        }
        if (more != null) {
            return Collections.unmodifiableList(more);
        }
        return found == null ? List.of() : List.of(found);
    }

    private static List<RouterKey> and(@Nullable List<RouterKey> some, RouterKey first, RouterKey next) {
        List<RouterKey> all = some == null ? new ArrayList<>(List.of(first)) : some;
        all.add(next);
        return all;
    }

    boolean contains(RouterKey key) {
        return get(key.asn(), key.ski()).contains(key);
    }

    /** Returns all keys in no particular order. */
    List<RouterKey> all() {
        return Collections.unmodifiableList(Arrays.asList(keys));
    }

    /**
     * Returns the bucket of a key. An SKI is normally a SHA-1 hash, so four of its bytes spread keys evenly. The AS is
     * included for SKIs that are not hashes, and for a key that many ASes share.
     */
    private int bucket(long asn, Bytes ski) {
        int name = (ski.length() < 4 ? ski.hashCode() : (int) ski.u32(0)) ^ (int) asn * 0x9e3779b9;
        return (int) ((name & 0xffff_ffffL) * ends.length >>> 32);
    }
}
