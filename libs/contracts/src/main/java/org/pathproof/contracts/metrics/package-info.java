// SPDX-License-Identifier: Apache-2.0
/**
 * Names, labels and help texts of the metrics of all services: the only definition of the names in Prometheus.
 *
 * <p>Each class {@code …MetricNames} holds the names of one subject, and {@link
 * org.pathproof.contracts.metrics.MetricLabels} the labels. The comment of a constant is the help text of Prometheus
 * and the text of docs/reference/metrics.md; a test generates both. Counters end in {@code _total}. Micrometer gets the
 * names unchanged: its Prometheus registry adds {@code _total} only where it is missing.
 *
 * <p>Services register their meters under these names. {@link org.pathproof.contracts.metrics.DescribedMeters} gives
 * each meter its help text.
 */
@NullMarked
package org.pathproof.contracts.metrics;

import org.jspecify.annotations.NullMarked;
