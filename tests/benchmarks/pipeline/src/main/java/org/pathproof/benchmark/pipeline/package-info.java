// SPDX-License-Identifier: Apache-2.0
/**
 * {@code ./pathproof bench pipeline}: BMP bytes in, verdicts out, on one machine. Parts in the order of their use:
 * {@code workload} is what routers will send, {@code site} all processes, {@code load} the routers, {@code measure}
 * what is looked at, {@code scenario} what is done.
 */
@NullMarked
package org.pathproof.benchmark.pipeline;

import org.jspecify.annotations.NullMarked;
