// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.logs;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of logs, the same for all services.
 *
 * @param format Format of log lines: text for people, ecs for one JSON object per line with the fields of the Elastic
 *     Common Schema. The images and the chart set ecs.
 * @param burst Number of lines of one kind and one key (router, address, topic, …) before further lines are
 *     suppressed. One more line is permitted each minute, with a summary of the suppressed ones.
 * @param burstOfKind Number of lines of one kind with any keys before further lines are suppressed. A tenth of it is
 *     permitted each minute.
 */
@ConfigurationProperties("pathproof.logs")
public record LogSettings(
        @DefaultValue("text") Format format,
        @DefaultValue("10") int burst,
        @DefaultValue("100") int burstOfKind) {
    /** Format of log lines. */
    public enum Format {
        TEXT,
        ECS
    }

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if a number is outside its range
     */
    public LogSettings {
        check("burst", burst, 1);
        check("burst-of-kind", burstOfKind, burst);
    }

    private static void check(String name, int value, int minimum) {
        if (value < minimum || value > 1_000_000) {
            throw new IllegalArgumentException("pathproof.logs." + name + " is " + value + ": the minimum is " + minimum
                    + ", the maximum is 1000000");
        }
    }
}
