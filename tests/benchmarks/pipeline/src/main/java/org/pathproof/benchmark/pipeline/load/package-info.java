// SPDX-License-Identifier: Apache-2.0
/**
 * The load: a process that plays recorded BMP (RFC 7854 section 3.2) to collectors, flat out or by a {@link
 * org.pathproof.benchmark.pipeline.load.Schedule}. A latency is measured from when an update was due, not from when
 * it was sent, so that a collector that pushes back makes figures worse and not better.
 */
@NullMarked
package org.pathproof.benchmark.pipeline.load;

import org.jspecify.annotations.NullMarked;
