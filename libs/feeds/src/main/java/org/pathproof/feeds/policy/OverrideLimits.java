// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.time.Duration;

/**
 * Limits of the overrides of one router. A limit that is reached stops only new overrides. A limit never delays a
 * withdrawal.
 *
 * @param maxOverrides maximum number of overrides at the same time
 * @param maxChanges maximum number of new overrides within {@code changeInterval}
 */
public record OverrideLimits(int maxOverrides, int maxChanges, Duration changeInterval) {
    public static final OverrideLimits DEFAULT = new OverrideLimits(10_000, 1_000, Duration.ofSeconds(10));
}
