// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Free space of the disk that holds the data folder.
 *
 * @param warn free space below which the log and the health warn: a size such as 3GB, or a share of the disk such as 10%
 * @param stop free space below which no routes are taken in: a size or a share. It is a reserve for what is still written then: verdicts
 *     of routes that were taken in before, and a judging of all routes again when the RPKI changes
 * @param interval between two looks at the disk
 */
@ConfigurationProperties("pathproof.disk")
record DiskSettings(
        @DefaultValue("3GB") DiskThreshold warn,
        @DefaultValue("1GB") DiskThreshold stop,
        @DefaultValue("1s") Duration interval) {
    DiskSettings {
        if (!interval.isPositive()) {
            throw new IllegalArgumentException("pathproof.disk.interval must be above 0, not " + interval);
        }
    }
}
