// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.watch;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Limits of free space on the disk with the data folder.
 *
 * @param warn Free space below which log and health warn, as a size (3GB) or a share of the disk (10%).
 * @param stop Free space below which no routes are accepted, as a size or a share of the disk. The reserve holds the
 *     verdicts of accepted routes and one revalidation of all routes.
 * @param interval Interval of the checks of free space.
 */
@ConfigurationProperties("pathproof.disk")
public record DiskSettings(
        @DefaultValue("3GB") DiskThreshold warn,
        @DefaultValue("1GB") DiskThreshold stop,
        @DefaultValue("1s") Duration interval) {
    public DiskSettings {
        if (!interval.isPositive()) {
            throw new IllegalArgumentException("pathproof.disk.interval must be above 0, not " + interval);
        }
    }
}
