// SPDX-License-Identifier: Apache-2.0
/**
 * The load: a process that plays recorded BMP (RFC 7854 section 3.2) to collectors, at full speed or by a {@link
 * org.pathproof.benchmark.pipeline.load.Schedule}. Latency counts from the due time of an update, not from the time of
 * sending. Back-pressure of a collector therefore increases latency.
 */
@NullMarked
package org.pathproof.benchmark.pipeline.load;

import org.jspecify.annotations.NullMarked;
