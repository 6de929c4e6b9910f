// SPDX-License-Identifier: Apache-2.0
/**
 * The measurements: arrival times of committed verdicts and of events, CPU time from proc(5), CPU profiles, memory
 * after a full collection, metrics of services, and the rate of OpenSSL. Times come from the clock of the machine, in
 * microseconds since 1970.
 */
@NullMarked
package org.pathproof.benchmark.pipeline.measure;

import org.jspecify.annotations.NullMarked;
