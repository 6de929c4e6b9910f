// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the check that routers use their overrides.
 *
 * @param useTimeout Time after an announcement within which a view of the router must show the override. Otherwise, the
 *     override counts as not in use, and the next accepted path follows. The default is the
 *     MinRouteAdvertisementInterval of internal sessions (5 s, RFC 4271 section 10), and one second for the way.
 */
@ConfigurationProperties("pathproof.feeds")
public record UseSettings(@DefaultValue("6s") Duration useTimeout) {
    public UseSettings {
        if (!useTimeout.isPositive()) {
            throw new IllegalArgumentException("pathproof.feeds.use-timeout must be above 0: " + useTimeout);
        }
    }
}
