// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.NetworkText;

/** A BMP information or mirroring TLV (RFC 7854 section 4.4); types mean what the message it stands in says. */
public record Tlv(int type, Bytes value) {
    /** The value as text, cleaned and bounded. */
    public String text() {
        return NetworkText.description(value);
    }

    /** The value as a name, cleaned and bounded. */
    String name() {
        return NetworkText.name(value);
    }
}
