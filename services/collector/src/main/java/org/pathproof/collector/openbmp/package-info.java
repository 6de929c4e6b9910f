// SPDX-License-Identifier: Apache-2.0
/**
 * OpenBMP on Kafka. {@link org.pathproof.collector.openbmp.OpenBmpReader} reads the raw topics of an OpenBMP, gobmp or
 * pmacct producer, and {@link org.pathproof.collector.openbmp.OpenBmpRouters} passes their messages to the same router
 * state that connected routers have. {@link org.pathproof.collector.openbmp.OpenBmpPublisher} publishes the BMP
 * messages of connected routers in the OpenBMP format for other programs.
 */
@NullMarked
package org.pathproof.collector.openbmp;

import org.jspecify.annotations.NullMarked;
