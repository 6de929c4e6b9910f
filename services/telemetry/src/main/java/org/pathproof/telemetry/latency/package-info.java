// SPDX-License-Identifier: Apache-2.0
/**
 * Histograms of latencies.
 *
 * <p>{@link org.pathproof.telemetry.latency.Latency} records one latency. {@link
 * org.pathproof.telemetry.latency.LatencyHistograms} registers its histogram: with classic and native buckets in a
 * registry of Prometheus, and as a timer in other registries. Micrometer itself has no native histograms.
 */
@NullMarked
package org.pathproof.telemetry.latency;

import org.jspecify.annotations.NullMarked;
