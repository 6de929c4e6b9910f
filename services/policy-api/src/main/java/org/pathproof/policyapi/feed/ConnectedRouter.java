// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feed;

import org.pathproof.wire.Bytes;

/**
 * A router that holds a BMP connection to a collector now.
 *
 * @param hash as sessions of the router have it
 * @param ip the address that the connection comes from, or empty
 * @param name its sysName or configured name, or empty
 * @param collectorId the collector that publishes it
 */
public record ConnectedRouter(Bytes hash, String ip, String name, String collectorId) {
    /** Its name, else its address, else its hash. */
    public String label() {
        return !name.isEmpty() ? name : !ip.isEmpty() ? ip : hash.toHex();
    }
}
