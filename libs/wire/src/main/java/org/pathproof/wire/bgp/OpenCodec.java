// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/**
 * Decodes and encodes OPEN (RFC 4271 section 4.2) with its capabilities (RFC 5492). Optional parameters may have either
 * of two length formats (RFC 9072). Parameters other than capabilities are skipped, because no other type is in use.
 */
final class OpenCodec {
    private static final int MIN_LENGTH = 29;
    private static final int PARAMETER_LENGTH_AT = 28;
    private static final int PARAMETERS_AT = 29;
    private static final int CAPABILITIES = 2;
    private static final int EXTENDED = 255;

    private OpenCodec() {}

    /** Reads a message whose header is already checked. */
    static Decoded<BgpMessage> read(Bytes message) {
        if (message.length() < MIN_LENGTH) {
            return damaged(WireError.Code.BAD_LENGTH, "length", 16, "an OPEN has at least 29 bytes", message);
        }
        ByteReader in = new ByteReader(message);
        in.skip(BgpFramer.HEADER_LENGTH);
        int version = in.u8();
        if (version != 4) {
            return damaged(
                    WireError.Code.BAD_VALUE, "version", BgpFramer.HEADER_LENGTH, "BGP version " + version, message);
        }
        int myAs = in.u16();
        int holdTime = in.u16();
        int bgpIdentifier = (int) in.u32();
        int parametersLength = in.u8();
        boolean extended = parametersLength != 0 && in.has(3) && message.u8(PARAMETERS_AT) == EXTENDED;
        if (extended) { // RFC 9072 section 2: the length byte is ignored
            in.skip(1);
            parametersLength = in.u16();
        }
        if (parametersLength != in.remaining()) {
            return damaged(
                    parametersLength > in.remaining() ? WireError.Code.TRUNCATED : WireError.Code.TRAILING_BYTES,
                    "Optional Parameters Length",
                    extended ? PARAMETERS_AT + 1 : PARAMETER_LENGTH_AT,
                    "length is " + parametersLength + ", " + in.remaining() + " bytes follow",
                    message);
        }
        List<Capability> capabilities = new ArrayList<>();
        int parameterHeader = extended ? 3 : 2;
        while (in.remaining() > 0) {
            int at = in.position();
            if (!in.has(parameterHeader)) {
                return damaged(
                        WireError.Code.TRUNCATED, "Optional Parameter", at, "too few bytes for a parameter", message);
            }
            int type = in.u8();
            int length = extended ? in.u16() : in.u8();
            if (!in.has(length)) {
                return damaged(
                        WireError.Code.TRUNCATED,
                        "Optional Parameter / length",
                        at + 1,
                        "length is " + length + ", " + in.remaining() + " bytes are left",
                        message);
            }
            int end = in.position() + length;
            if (type != CAPABILITIES) {
                in.skip(length);
            }
            while (in.position() < end) {
                int capabilityAt = in.position();
                if (end - capabilityAt < 2 || end - capabilityAt - 2 < message.u8(capabilityAt + 1)) {
                    return damaged(
                            WireError.Code.TRUNCATED,
                            "Capability",
                            capabilityAt,
                            "the parameter ends within a capability",
                            message);
                }
                capabilities.add(Capabilities.read(in.u8(), in.take(in.u8())));
            }
        }
        return Decoded.ok(new Open(version, myAs, holdTime, bgpIdentifier, List.copyOf(capabilities)));
    }

    /**
     * Writes all capabilities into one parameter (RFC 5492 section 4). Optional parameters of 255 bytes or more are
     * written in the extended format (RFC 9072 section 2).
     */
    static void write(Open open, ByteWriter out) {
        out.u8(open.version()).u16(open.myAs()).u16(open.holdTime()).u32(open.bgpIdentifier());
        ByteWriter capabilities = new ByteWriter();
        for (Capability capability : open.capabilities()) {
            Capabilities.write(capability, capabilities);
        }
        int length = capabilities.length();
        if (length == 0) {
            out.u8(0);
        } else if (length + 2 < EXTENDED) {
            out.u8(length + 2).u8(CAPABILITIES).u8(length);
        } else {
            out.u8(EXTENDED).u8(EXTENDED).u16(length + 3).u8(CAPABILITIES).u16(length);
        }
        out.bytes(capabilities.toBytes());
    }

    private static Decoded<BgpMessage> damaged(
            WireError.Code code, String where, int offset, String text, Bytes message) {
        return Malformed.damaged(code, "OPEN / " + where, offset, text, message);
    }
}
