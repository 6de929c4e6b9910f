// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.changes;

import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * Keyed hashes of route keys and contents. The keys are random in each process, so that no sender of routes can
 * choose routes with equal hashes. Hashes are never stored.
 */
final class RouteHash {
    private static final long MIX_1 = 0xbf58_476d_1ce4_e5b9L;
    private static final long MIX_2 = 0x94d0_49bb_1331_11ebL;
    private static final long STEP = 0x9e37_79b9_7f4a_7c15L;

    private final long[] keys = new SecureRandom().longs(4).toArray();

    /** Returns the first half of the hash of a key. */
    long first(RouteAddress route) {
        return hash(keys[0], route);
    }

    /** Returns the second half of the hash of a key. */
    long second(RouteAddress route) {
        return hash(keys[1], route);
    }

    private static long hash(long key, RouteAddress route) {
        long hash = mix(key ^ ((long) route.afi() << 32 | (long) route.safi() << 16 | route.length()));
        hash = mix(hash + STEP ^ route.net());
        hash = mix(hash + STEP ^ route.netLow());
        hash = mix(hash + STEP ^ route.session());
        return mix(hash + STEP ^ route.pathId() ^ Long.rotateLeft(key, 31));
    }

    /** Returns the hash of a path and its origin. */
    long path(@Nullable String asPath, long originAs) {
        return text(mix(keys[2] ^ originAs), asPath);
    }

    /** Returns the hash of the reason of a state. */
    int reason(@Nullable String rules, int hop, long failAs) {
        return rules == null ? 0 : (int) (text(mix(keys[3] + hop ^ failAs), rules) >>> 32);
    }

    private static long text(long start, @Nullable String text) {
        long hash = start;
        int length = text == null ? 0 : text.length();
        long word = 0;
        for (int i = 0; i < length && text != null; i++) {
            word = word << 8 | text.charAt(i) & 0xff;
            if ((i & 7) == 7) {
                hash = mix(hash + STEP ^ word);
                word = 0;
            }
        }
        return mix(hash + STEP ^ word ^ Long.rotateLeft(length, 56));
    }

    private static long mix(long bits) {
        long mixed = (bits ^ bits >>> 30) * MIX_1;
        mixed = (mixed ^ mixed >>> 27) * MIX_2;
        return mixed ^ mixed >>> 31;
    }
}
