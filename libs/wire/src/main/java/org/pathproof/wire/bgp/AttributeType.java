// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/**
 * One row of the table {@link PathAttributes}: what is known of a type of path attribute.
 *
 * @param name as its RFC writes it
 * @param flags the Optional and Transitive bits it must have (RFC 7606 section 3(c))
 * @param whenMalformed what becomes of an update in which it is damaged
 * @param kind the record that holds it
 */
record AttributeType<A extends PathAttribute>(
        int typeCode,
        String name,
        int flags,
        WhenMalformed whenMalformed,
        Class<A> kind,
        Reader<A> reader,
        Writer<A> writer) {

    /** The approaches of RFC 7606 section 2. */
    enum WhenMalformed {
        /** The attribute is as if it were not there. */
        DISCARD,
        /** What the update announces counts as withdrawn. */
        WITHDRAW,
        /** It is not known what the update is about: it is damaged as a whole. */
        RESET
    }

    /** Takes a value apart; offsets in errors are counted from the start of the value. */
    interface Reader<A extends PathAttribute> {
        Decoded<A> read(int flags, Bytes value, BgpSessionOptions options);
    }

    /** Appends the value, without the attribute's flags, type and length. */
    interface Writer<A extends PathAttribute> {
        void write(A attribute, ByteWriter out, BgpSessionOptions options);
    }

    void write(PathAttribute attribute, ByteWriter out, BgpSessionOptions options) {
        writer.write(kind.cast(attribute), out, options);
    }
}
