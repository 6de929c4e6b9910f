// SPDX-License-Identifier: Apache-2.0
/**
 * The measurements: arrival times of committed verdicts and of events, CPU time from proc(5), memory after a full
 * collection, and the metrics of services. Times come from the clock of the machine, in microseconds since 1970.
 */
@NullMarked
package org.pathproof.benchmark.pipeline.measure;

import org.jspecify.annotations.NullMarked;
