// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import org.pathproof.wire.Bytes;

/**
 * Names a session as the pipeline means it: one RIB view of one peer of one router.
 *
 * @param octets 16 of them: the start of SHA-256 over router hash, peer type, distinguisher, address and view; made by the collector and
 *     opaque to everybody else. The AS and the BGP identifier are not in it: routers leave them 0 in a Peer Down, and a peer may
 *     change them
 */
public record SessionId(Bytes octets) {
    public static final int LENGTH = 16;

    public SessionId {
        if (octets.length() != LENGTH) {
            throw new IllegalArgumentException("a session id has 16 octets, not " + octets.length());
        }
    }

    @Override
    public String toString() {
        return octets.toHex();
    }
}
