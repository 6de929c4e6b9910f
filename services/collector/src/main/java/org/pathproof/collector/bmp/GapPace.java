// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.time.Duration;

/**
 * The pace at which routers are asked for their tables after a gap.
 *
 * @param spread time over which the routers of a collector are spread
 * @param pause least time between two requests to one router
 */
public record GapPace(Duration spread, Duration pause) {
    static final GapPace DEFAULT = new GapPace(Duration.ofSeconds(30), Duration.ofMinutes(5));
}
