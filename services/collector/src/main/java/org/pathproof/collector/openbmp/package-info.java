// SPDX-License-Identifier: Apache-2.0
/**
 * OpenBMP on Kafka. {@link org.pathproof.collector.openbmp.OpenBmpReader} reads the raw topics of an OpenBMP, gobmp or
 * pmacct producer, and treats routers in these topics like routers that are connected to the collector. {@link
 * org.pathproof.collector.openbmp.OpenBmpPublisher} publishes the BMP messages of connected routers in the OpenBMP
 * format for other programs.
 */
@NullMarked
package org.pathproof.collector.openbmp;

import org.jspecify.annotations.NullMarked;
