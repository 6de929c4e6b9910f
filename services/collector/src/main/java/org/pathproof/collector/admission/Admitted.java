// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.admission;

import org.pathproof.collector.router.Permission;
import org.pathproof.collector.router.RouterIdentity;

/**
 * A router that may send.
 *
 * @param ip where it is, as text
 * @param name whom its rule or its certificate says it is; empty where only its Initiation tells
 * @param shared the name is that of a proxy: the routers behind it are told apart by their Initiations
 * @param permission of what it may tell
 */
public record Admitted(String ip, String name, boolean shared, Permission permission) {
    /** A router of which nothing but its address is known, and which may tell of everything. */
    public static Admitted anyone(String ip) {
        return new Admitted(ip, "", false, Permission.ALL);
    }

    /**
     * Its identity, with the sysName that it gave or an empty one. A name that was proved or configured stands for the router wherever it
     * connects from; else address and sysName do together.
     */
    public RouterIdentity identity(String sysName) {
        if (name.isEmpty()) {
            return RouterIdentity.of(ip, sysName);
        }
        return shared ? RouterIdentity.behind(name, ip, sysName) : RouterIdentity.named(name, ip);
    }
}
