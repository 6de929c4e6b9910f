// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.NetworkText;

/** An Information TLV (RFC 7854 section 4.4) or a TLV of Route Mirroring. The enclosing message defines the types. */
public record Tlv(int type, Bytes value) {
    /** Returns the value as text, cleaned and bounded. */
    public String text() {
        return NetworkText.description(value);
    }

    /** Returns the value as a name, cleaned and bounded. */
    String name() {
        return NetworkText.name(value);
    }
}
