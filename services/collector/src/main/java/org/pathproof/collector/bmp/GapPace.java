// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.time.Duration;

/**
 * Limits the rate at which routers are disconnected after a gap.
 *
 * @param spread period over which the disconnections of a collector's routers are spread
 * @param pause minimum time between two disconnections of one router
 */
public record GapPace(Duration spread, Duration pause) {
    static final GapPace DEFAULT = new GapPace(Duration.ofSeconds(30), Duration.ofMinutes(5));
}
