// SPDX-License-Identifier: Apache-2.0
/** Counters and gauges of the collector. */
@NullMarked
package org.pathproof.collector.metrics;

import org.jspecify.annotations.NullMarked;
