// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import org.pathproof.wire.Bytes;

/**
 * A well-framed message of a type that no decoder is registered for: kept as it came.
 *
 * @param body what follows the common header
 */
public record UnknownBmpMessage(int version, int type, Bytes body) implements BmpMessage {}
