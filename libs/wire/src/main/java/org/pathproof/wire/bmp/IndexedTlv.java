// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/**
 * A TLV of a version 4 Route Monitoring message (draft-ietf-grow-bmp-tlv-20 section 4.3).
 *
 * @param type the type field, enterprise bit included
 * @param index the prefix of the UPDATE that the TLV is about, from 1 on; 0 for all of them; with {@link #GROUP_BIT} a group of them
 */
public record IndexedTlv(int type, int index, Bytes value) {
    /** E: the type belongs to the enterprise whose number starts the value (section 4.2). */
    public static final int ENTERPRISE_BIT = 0x8000;
    /** G: the index names a group of prefixes (section 4.3). */
    public static final int GROUP_BIT = 0x8000;

    /** Bytes before the value: type, length and index of two each. The length counts the value alone. */
    static final int HEADER_LENGTH = 6;

    public boolean isEnterprise() {
        return (type & ENTERPRISE_BIT) != 0;
    }

    /** Throws IllegalArgumentException when the value does not fit its two-byte length. */
    void write(ByteWriter out) {
        if (value.length() > 0xffff) {
            throw new IllegalArgumentException("TLV " + type + " of " + value.length() + " bytes is longer than 65535");
        }
        out.u16(type).u16(value.length()).u16(index).bytes(value);
    }
}
