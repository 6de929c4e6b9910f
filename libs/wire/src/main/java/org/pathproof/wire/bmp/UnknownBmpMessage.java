// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import org.pathproof.wire.Bytes;

/** A well-framed message of a version or type that no decoder is registered for (BMPv4 among them). */
public record UnknownBmpMessage(int version, int type, Bytes body) implements BmpMessage {}
