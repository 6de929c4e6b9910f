// SPDX-License-Identifier: Apache-2.0
/**
 * OpenBMP's raw records on Kafka, in the three encodings that exist in the field.
 */
@NullMarked
package org.pathproof.wire.openbmp;

import org.jspecify.annotations.NullMarked;
