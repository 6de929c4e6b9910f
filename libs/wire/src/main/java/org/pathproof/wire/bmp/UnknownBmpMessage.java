// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import org.pathproof.wire.Bytes;

/**
 * A well-framed message whose type has no decoder.
 *
 * @param body the bytes after the common header
 */
public record UnknownBmpMessage(int version, int type, Bytes body) implements BmpMessage {}
