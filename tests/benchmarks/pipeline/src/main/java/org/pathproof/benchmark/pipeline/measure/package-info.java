// SPDX-License-Identifier: Apache-2.0
/**
 * The measurements: verdicts as a consumer of committed records sees them, events as a subscriber of the feed sees
 * them, CPU time from proc(5), memory after a full collection, and the metrics of services. Times come from the clock
 * of the machine, in microseconds since 1970.
 */
@NullMarked
package org.pathproof.benchmark.pipeline.measure;

import org.jspecify.annotations.NullMarked;
