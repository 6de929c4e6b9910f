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
 * @param errorHandling the consequence for an UPDATE in which this attribute is malformed
 * @param kind the record that represents the attribute
 */
record AttributeType<A extends PathAttribute>(
        int typeCode,
        String name,
        int flags,
        ErrorHandling errorHandling,
        Class<A> kind,
        Reader<A> reader,
        Writer<A> writer) {

    /** The approaches of RFC 7606 section 2. */
    enum ErrorHandling {
        /** The attribute is ignored, the UPDATE is used. */
        ATTRIBUTE_DISCARD,
        /** The routes that the UPDATE announces count as withdrawn. */
        TREAT_AS_WITHDRAW,
        /** The whole message counts as damaged, because the prefixes of the UPDATE are unknown. */
        SESSION_RESET
    }

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
