// SPDX-License-Identifier: Apache-2.0
/**
 * What is measured, and how: verdicts as a consumer of committed records sees them, events as a subscriber of the
 * feed does, CPU time from proc(5), memory after a full collection, and the services' own metrics. Clocks are the
 * machine's, in microseconds since 1970, the same for every process.
 */
@NullMarked
package org.pathproof.benchmark.pipeline.measure;

import org.jspecify.annotations.NullMarked;
