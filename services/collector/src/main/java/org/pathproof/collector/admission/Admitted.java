// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.admission;

import org.pathproof.collector.router.Permission;
import org.pathproof.collector.router.RouterIdentity;

/**
 * A router that was admitted.
 *
 * @param ip its address, as text
 * @param name its name by its rule or its certificate; empty when neither gives one
 * @param shared true when the name is that of a proxy, and sysNames distinguish the routers behind it
 * @param permission views and peers that it may report
 */
public record Admitted(String ip, String name, boolean shared, Permission permission) {
    /** Returns a router that is known by its address alone, and may report everything. */
    public static Admitted anyone(String ip) {
        return new Admitted(ip, "", false, Permission.ALL);
    }

    /**
     * Returns the router's identity. A name that is proved or configured identifies the router at every address.
     * Without such a name, address and sysName identify it together.
     *
     * @param sysName sysName of its Initiation (RFC 7854 section 4.4); may be empty
     */
    public RouterIdentity identity(String sysName) {
        if (name.isEmpty()) {
            return RouterIdentity.of(ip, sysName);
        }
        return shared ? RouterIdentity.behind(name, ip, sysName) : RouterIdentity.named(name, ip);
    }
}
