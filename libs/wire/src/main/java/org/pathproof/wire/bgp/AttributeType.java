// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/**
 * A row of the table {@link PathAttributes}: a type of path attribute.
 *
 * @param name the name in its RFC
 * @param flags the required Optional and Transitive bits (RFC 7606 section 3(c))
 * @param kind the record that represents the attribute
 */
record AttributeType<A extends PathAttribute>(
        int typeCode, String name, int flags, Class<A> kind, Reader<A> reader, Writer<A> writer) {

    /** Decodes a value. Offsets in errors are counted from the start of the value. */
    interface Reader<A extends PathAttribute> {
        Decoded<A> read(int flags, Bytes value, BgpSessionOptions options);
    }

    /** Appends the value, without the attribute's flags, type code and length. */
    interface Writer<A extends PathAttribute> {
        void write(A attribute, ByteWriter out, BgpSessionOptions options);
    }

    void write(PathAttribute attribute, ByteWriter out, BgpSessionOptions options) {
        writer.write(kind.cast(attribute), out, options);
    }
}
