// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark {@code ./pathproof bench rtr}: an RTR server with many routers.
 *
 * <p>Two processes take part. {@link org.pathproof.benchmark.rtr.MeasuredCache} is the measured one: an RTR server with
 * a set of VRPs in memory. The other one has the {@linkplain org.pathproof.benchmark.rtr.Routers simulated routers},
 * which read and count PDUs, and sends commands to the measured one.
 */
@NullMarked
package org.pathproof.benchmark.rtr;

import org.jspecify.annotations.NullMarked;
