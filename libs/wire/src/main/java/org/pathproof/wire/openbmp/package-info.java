// SPDX-License-Identifier: Apache-2.0
/**
 * Raw OpenBMP records on Kafka: BMP messages with their router and collector.
 *
 * <p>{@link OpenBmpCodec} decodes the three encodings that producers use into an {@link OpenBmpRaw}, and encodes binary
 * 1.7. {@code BinaryHeader} and {@code TextHeader} handle two of them; the third is bare BMP.
 */
@NullMarked
package org.pathproof.wire.openbmp;

import org.jspecify.annotations.NullMarked;
