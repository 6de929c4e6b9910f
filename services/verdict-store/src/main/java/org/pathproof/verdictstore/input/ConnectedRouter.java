// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import org.pathproof.wire.Bytes;

/**
 * A router with a BMP connection to a collector.
 *
 * @param hash the router hash of its sessions
 * @param ip source address of the connection, or empty
 * @param name sysName or configured name, or empty
 * @param collectorId the collector that owns the router
 */
public record ConnectedRouter(Bytes hash, String ip, String name, String collectorId) {
    /** Returns the name, else the address, else the hash. */
    public String label() {
        return !name.isEmpty() ? name : !ip.isEmpty() ? ip : hash.toHex();
    }
}
