// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/**
 * A TLV of a version 4 Route Monitoring message (draft-ietf-grow-bmp-tlv-20 section 4.3).
 *
 * @param type the type field, enterprise bit included
 * @param index number of the described prefix in the UPDATE, counted from 1; 0 for all prefixes; with {@link
 *     #GROUP_BIT}, number of a group of prefixes
 */
public record IndexedTlv(int type, int index, Bytes value) {
    /** E bit of the type: the value starts with an enterprise number that defines the type (section 4.2). */
    public static final int ENTERPRISE_BIT = 0x8000;
    /** G bit of the index: the index names a group of prefixes (section 4.3). */
    public static final int GROUP_BIT = 0x8000;

    /** Length in bytes of type, length and index. The length field counts the value alone. */
    static final int HEADER_LENGTH = 6;

    public boolean isEnterprise() {
        return (type & ENTERPRISE_BIT) != 0;
    }

    /**
     * Appends the TLV.
     *
     * @throws IllegalArgumentException when the value is too long for its length field of two bytes
     */
    void write(ByteWriter out) {
        if (value.length() > 0xffff) {
            throw new IllegalArgumentException("TLV " + type + " of " + value.length() + " bytes is longer than 65535");
        }
        out.u16(type).u16(value.length()).u16(index).bytes(value);
    }
}
