// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/**
 * BGPsec_PATH (RFC 8205 section 3), undecoded. The services pass on the bytes; {@link BgpsecPathCodec} decodes them for
 * validation and display.
 *
 * @param value the attribute value, starting with the Secure_Path Length
 */
public record BgpsecPath(int flags, Bytes value) implements PathAttribute {
    @Override
    public int typeCode() {
        return BGPSEC_PATH;
    }

    static Decoded<BgpsecPath> read(int flags, Bytes value, BgpSessionOptions options) {
        return Decoded.ok(new BgpsecPath(flags, value));
    }

    static void write(BgpsecPath attribute, ByteWriter out, BgpSessionOptions options) {
        out.bytes(attribute.value());
    }
}
