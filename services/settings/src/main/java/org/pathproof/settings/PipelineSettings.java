// SPDX-License-Identifier: Apache-2.0
package org.pathproof.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the pipeline from collectors to readers of verdicts, the same for all services.
 *
 * @param latencyTarget Target of the latency from an update to its readable verdict, 99th percentile. Collectors and
 *     validators batch records within it: a longer target saves CPU time under load. At a few updates a second, nothing
 *     waits.
 */
@ConfigurationProperties("pathproof")
public record PipelineSettings(@DefaultValue("50ms") Duration latencyTarget) {
    /**
     * Checks the target.
     *
     * @throws IllegalArgumentException if the target is below 1 ms or above 1 s
     */
    public PipelineSettings {
        if (latencyTarget.toMillis() < 1 || latencyTarget.toMillis() > 1_000) {
            throw new IllegalArgumentException("pathproof.latency-target is " + latencyTarget.toMillis()
                    + " ms: the minimum is 1ms, the maximum is 1s");
        }
    }
}
