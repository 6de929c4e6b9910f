// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the derived origin feed.
 *
 * @param rtrPort TCP port of the RTR server with derived VRPs, other than pathproof.policy-api.rtr-port. 0: any free
 *     port. -1: no derived origin feed.
 * @param rtrBind Local address of the RTR server with derived VRPs.
 * @param rtrNotifyInterval Minimum time between two Serial Notify PDUs of this server to a router. RFC 8210 section 8.2
 *     sets one minute, in which a marked path would stay in use.
 * @param router Name, address or hash of the router whose routes decide. Empty: the routes of all routers decide.
 * @param maxDifferences Maximum number of marked pairs, and of VRPs that differ from the genuine ones. Above it, the
 *     feed has genuine VRPs only, and health fails.
 */
@ConfigurationProperties("pathproof.feeds.derived-origin")
public record DerivedOriginSettings(
        @DefaultValue("-1") int rtrPort,
        @DefaultValue("0.0.0.0") String rtrBind,
        @DefaultValue("1s") Duration rtrNotifyInterval,
        @DefaultValue("") String router,
        @DefaultValue("10000") int maxDifferences) {
    public DerivedOriginSettings {
        if (rtrPort < -1 || rtrPort > 65_535) {
            throw new IllegalArgumentException(
                    "pathproof.feeds.derived-origin.rtr-port must be -1 to 65535: " + rtrPort);
        }
        if (rtrNotifyInterval.isNegative() || rtrNotifyInterval.isZero()) {
            throw new IllegalArgumentException(
                    "pathproof.feeds.derived-origin.rtr-notify-interval must be more than 0s: " + rtrNotifyInterval);
        }
        if (maxDifferences < 1) {
            throw new IllegalArgumentException(
                    "pathproof.feeds.derived-origin.max-differences must be at least 1: " + maxDifferences);
        }
    }

    /** Returns true if the settings have a port. */
    public boolean isEnabled() {
        return rtrPort >= 0;
    }
}
