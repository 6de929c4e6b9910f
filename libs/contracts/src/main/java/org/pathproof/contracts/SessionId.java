// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import org.pathproof.wire.Bytes;

/**
 * Identifies a session of the pipeline: one RIB view of one peer of one router.
 *
 * <p>The id is the first 16 bytes of SHA-256 over router hash, peer type, distinguisher, address and view. The
 * collector computes the id, and the other services do not interpret it. The hash covers neither the AS nor the BGP
 * Identifier: some routers leave both 0 in a Peer Down, and a peer may change both.
 */
public record SessionId(Bytes bytes) {
    public static final int LENGTH = 16;

    public SessionId {
        if (bytes.length() != LENGTH) {
            throw new IllegalArgumentException("a session id has 16 bytes, not " + bytes.length());
        }
    }

    @Override
    public String toString() {
        return bytes.toHex();
    }
}
