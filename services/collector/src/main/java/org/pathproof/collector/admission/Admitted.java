// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.admission;

import org.pathproof.collector.router.Permission;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.RouterProfile;

/**
 * A router that was admitted.
 *
 * @param ip address of the router, as text
 * @param name name from its rule or its certificate; empty if neither has one
 * @param shared true if the name is that of a proxy; sysNames distinguish the routers behind the proxy
 * @param permission views and peers that the router may report
 * @param profile settings from its certificate
 */
public record Admitted(String ip, String name, boolean shared, Permission permission, RouterProfile profile) {
    /** Creates a router without settings of its own. */
    Admitted(String ip, String name, boolean shared, Permission permission) {
        this(ip, name, shared, permission, RouterProfile.NONE);
    }

    /**
     * Returns the router's identity. A name from a certificate or a rule identifies the router at every address; a
     * shared name does so together with the sysName. Without a name, the address together with the sysName identifies
     * the router.
     *
     * @param sysName sysName from the Initiation (RFC 7854 section 4.4); may be empty
     */
    public RouterIdentity identity(String sysName) {
        if (name.isEmpty()) {
            return RouterIdentity.of(ip, sysName);
        }
        return shared ? RouterIdentity.behind(name, ip, sysName) : RouterIdentity.named(name, ip);
    }
}
