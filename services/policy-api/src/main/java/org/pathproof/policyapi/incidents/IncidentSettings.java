// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of incidents.
 *
 * @param openAfter Time for which a fault must last without a break before it is an incident.
 * @param closeAfter Time without the fault after which its incident is closed.
 */
@ConfigurationProperties("pathproof.policy-api.incidents")
public record IncidentSettings(
        @DefaultValue("10s") Duration openAfter,
        @DefaultValue("5m") Duration closeAfter) {
    private static final String PREFIX = "pathproof.policy-api.incidents.";

    public IncidentSettings {
        if (openAfter.isNegative()) {
            throw new IllegalArgumentException(PREFIX + "open-after must be 0 or more, not " + openAfter);
        }
        if (!closeAfter.isPositive()) {
            throw new IllegalArgumentException(PREFIX + "close-after must be above 0, not " + closeAfter);
        }
    }
}
