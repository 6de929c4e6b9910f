// SPDX-License-Identifier: Apache-2.0
/**
 * State of the collector for operators: the health components {@link CollectorHealth} and {@link CollectorReadiness},
 * and the gauges of {@link CollectorGauges}. All read the parts of {@code org.pathproof.collector.lifecycle} and change
 * nothing. Counters that other packages increment are in {@code org.pathproof.collector.metrics}.
 */
@NullMarked
package org.pathproof.collector.status;

import org.jspecify.annotations.NullMarked;
