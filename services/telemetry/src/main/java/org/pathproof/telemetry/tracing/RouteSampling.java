// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import java.util.List;
import org.pathproof.contracts.RouteKey;
import org.pathproof.wire.Prefix;

/**
 * Selects the routes that are traced. The selection depends only on the key of a route and on the settings, so all
 * services and all restarts select the same routes. Thread-safe.
 */
final class RouteSampling {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final int oneIn;
    private final List<Prefix> prefixes;

    /**
     * Creates a selection.
     *
     * @param oneIn one in this number of routes is selected
     * @param prefixes routes of these prefixes and more specific ones can be selected; empty for all
     */
    RouteSampling(int oneIn, List<Prefix> prefixes) {
        this.oneIn = oneIn;
        this.prefixes = List.copyOf(prefixes);
    }

    /** Returns true if the route of a key is traced. Returns false for other keys. */
    boolean selects(byte[] key) {
        return Long.remainderUnsigned(hash(key), oneIn) == 0 && (prefixes.isEmpty() || hasPrefix(key));
    }

    private boolean hasPrefix(byte[] key) {
        Prefix prefix;
        try {
            prefix = RouteKey.ofBytes(key).prefix();
        } catch (IllegalArgumentException e) {
            return false;
        }
        return prefixes.stream().anyMatch(of -> of.covers(prefix));
    }

    /** Returns FNV-1a of the key, with all bits mixed into the lower ones. */
    private static long hash(byte[] key) {
        long hash = FNV_OFFSET;
        for (byte b : key) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        return hash ^ (hash >>> 33);
    }
}
