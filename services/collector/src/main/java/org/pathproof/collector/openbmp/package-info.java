// SPDX-License-Identifier: Apache-2.0
/**
 * OpenBMP on Kafka, both ways: {@link org.pathproof.collector.openbmp.OpenBmpReader} takes the raw topics of an OpenBMP, gobmp or pmacct
 * producer as if its routers had connected here, and {@link org.pathproof.collector.openbmp.OpenBmpPublisher} writes what routers sent to
 * us for others to read.
 */
@NullMarked
package org.pathproof.collector.openbmp;

import org.jspecify.annotations.NullMarked;
