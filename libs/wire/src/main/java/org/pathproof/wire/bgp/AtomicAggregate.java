// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** ATOMIC_AGGREGATE (RFC 4271 section 5.1.6). The attribute has no value. */
public record AtomicAggregate(int flags) implements PathAttribute {
    @Override
    public int typeCode() {
        return ATOMIC_AGGREGATE;
    }

    static Decoded<AtomicAggregate> read(int flags, Bytes value, BgpSessionOptions options) {
        return value.isEmpty() ? Decoded.ok(new AtomicAggregate(flags)) : Malformed.length("value", value, 0);
    }

    static void write(AtomicAggregate attribute, ByteWriter out, BgpSessionOptions options) {
        // The value is empty.
    }
}
