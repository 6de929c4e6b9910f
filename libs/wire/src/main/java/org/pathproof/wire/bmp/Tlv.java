// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.nio.charset.StandardCharsets;
import org.pathproof.wire.Bytes;

/** A BMP information or mirroring TLV (RFC 7854 section 4.4); types mean what the message it stands in says. */
public record Tlv(int type, Bytes value) {
    public String text() {
        return new String(value.toArray(), StandardCharsets.UTF_8);
    }
}
