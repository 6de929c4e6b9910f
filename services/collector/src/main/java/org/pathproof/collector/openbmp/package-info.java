// SPDX-License-Identifier: Apache-2.0
/**
 * OpenBMP on Kafka. {@link org.pathproof.collector.openbmp.OpenBmpReader} reads the raw topics of an OpenBMP, gobmp or
 * pmacct producer as if its routers were connected here. {@link org.pathproof.collector.openbmp.OpenBmpPublisher}
 * publishes the messages of connected routers for other readers.
 */
@NullMarked
package org.pathproof.collector.openbmp;

import org.jspecify.annotations.NullMarked;
