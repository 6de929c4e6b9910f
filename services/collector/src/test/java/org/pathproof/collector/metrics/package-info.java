// SPDX-License-Identifier: Apache-2.0
/** Tests of the metrics of the collector. */
@NullMarked
package org.pathproof.collector.metrics;

import org.jspecify.annotations.NullMarked;
