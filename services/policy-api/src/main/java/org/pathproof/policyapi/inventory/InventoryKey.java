// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.inventory;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;

/**
 * The name of a router, or of a peer of a router, as sessions show it.
 *
 * @param router name of the router
 * @param peer name of the peer among the peers of the router; empty for the router itself
 */
record InventoryKey(String router, String peer) implements Comparable<InventoryKey> {
    private static final char SEPARATOR = '\n';
    private static final Comparator<InventoryKey> ORDER =
            Comparator.comparing(InventoryKey::router).thenComparing(InventoryKey::peer);

    static InventoryKey named(String router) {
        return new InventoryKey(router, "");
    }

    /** Parses the key of a record; throws IllegalArgumentException if it names no router. */
    static InventoryKey of(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        int end = text.indexOf(SEPARATOR);
        InventoryKey key = end < 0 ? named(text) : new InventoryKey(text.substring(0, end), text.substring(end + 1));
        if (key.router.isEmpty()) {
            throw new IllegalArgumentException("its key names no router");
        }
        return key;
    }

    byte[] toBytes() {
        return (isRouter() ? router : router + SEPARATOR + peer).getBytes(StandardCharsets.UTF_8);
    }

    boolean isRouter() {
        return peer.isEmpty();
    }

    /** Returns the key of the router of this peer. */
    InventoryKey ofRouter() {
        return named(router);
    }

    @Override
    public int compareTo(InventoryKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return isRouter() ? router : peer + " of " + router;
    }
}
