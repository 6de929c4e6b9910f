// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/**
 * The wire form of a {@link SecuredPath}: the value of an optional transitive path attribute. All numbers are
 * big-endian. The fields are:
 *
 * <ul>
 * <li>version (1 byte), {@value #VERSION}
 * <li>number of hops (1 byte), 1 to {@value #MAX_HOPS}
 * <li>the hops, origin first
 * <li>length (2 bytes) and bytes of the shared part
 * <li>length (2 bytes) and bytes of the private values
 * </ul>
 *
 * <p>The fields of a hop are:
 *
 * <ul>
 * <li>AS number (4 bytes)
 * <li>end of validity (4 bytes) in seconds of the Unix epoch; 0 for none
 * <li>length (2 bytes) and bytes of the content
 * <li>length (2 bytes) and bytes of the signature
 * </ul>
 */
public final class Envelope {
    /** Maximum length of the value of a path attribute (RFC 4271 section 4.3). */
    public static final int MAX_BYTES = 0xffff;

    /** Maximum number of hops. Longer paths do not occur: RFC 4271 limits an AS_PATH segment to 255 ASes. */
    public static final int MAX_HOPS = 255;

    static final int VERSION = 1;
    private static final int HEADER_BYTES = 2;
    private static final int HOP_HEADER_BYTES = 8;
    private static final int LENGTH_BYTES = 2;

    private Envelope() {}

    /**
     * Encodes a path.
     *
     * @throws IllegalArgumentException if the path has no hop, too many hops, or too many bytes
     */
    public static Bytes encode(SecuredPath path) {
        int hops = path.hops().size();
        if (hops == 0 || hops > MAX_HOPS) {
            throw new IllegalArgumentException("path of " + hops + " hops: must have 1 to " + MAX_HOPS);
        }
        ByteWriter out = new ByteWriter().u8(VERSION).u8(hops);
        for (Hop hop : path.hops()) {
            out.u32(hop.asn()).u32(hop.expires());
            put(out, "content", hop.content());
            put(out, "signature", hop.signature());
        }
        put(out, "shared part", path.shared());
        put(out, "private values", path.secret());
        if (out.length() > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "path of " + out.length() + " bytes: an attribute has at most " + MAX_BYTES);
        }
        return out.toBytes();
    }

    private static void put(ByteWriter out, String field, Bytes bytes) {
        if (bytes.length() > MAX_BYTES) {
            throw new IllegalArgumentException(
                    field + " of " + bytes.length() + " bytes: at most " + MAX_BYTES + " can be encoded");
        }
        out.u16(bytes.length()).bytes(bytes);
    }

    /** Decodes a path. The result holds views of {@code value}. */
    public static Decoded<SecuredPath> decode(Bytes value) {
        return new Decoder(value).decode();
    }

    /** Decodes one value. The first error ends the decoding. */
    private static final class Decoder {
        private final Bytes value;
        private final ByteReader in;

        Decoder(Bytes value) {
            this.value = value;
            this.in = new ByteReader(value);
        }

        Decoded<SecuredPath> decode() {
            try {
                return Decoded.ok(path());
            } catch (Defect defect) {
                return Decoded.damaged(defect.error, value);
            }
        }

        private SecuredPath path() throws Defect {
            requireBytes(HEADER_BYTES, "version and number of hops");
            int version = in.u8();
            check(version == VERSION, WireError.Code.BAD_MARKER, "version", 0, "is " + version + ", must be 1");
            int count = in.u8();
            check(count > 0, WireError.Code.BAD_VALUE, "number of hops", 1, "is 0, must be 1 to " + MAX_HOPS);
            List<Hop> hops = new ArrayList<>(count);
            for (int i = 1; i <= count; i++) {
                requireBytes(HOP_HEADER_BYTES, "hop " + i);
                hops.add(new Hop(
                        in.u32(), in.u32(), part("hop " + i + " / content"), part("hop " + i + " / signature")));
            }
            SecuredPath path = new SecuredPath(hops, part("shared part"), part("private values"));
            check(
                    in.remaining() == 0,
                    WireError.Code.TRAILING_BYTES,
                    "end of the path",
                    in.position(),
                    "is followed by " + in.remaining() + " bytes");
            return path;
        }

        private Bytes part(String where) throws Defect {
            requireBytes(LENGTH_BYTES, where);
            int length = in.u16();
            requireBytes(length, where);
            return in.take(length);
        }

        private void requireBytes(int count, String where) throws Defect {
            check(
                    in.has(count),
                    WireError.Code.TRUNCATED,
                    where,
                    in.position(),
                    "needs " + count + " bytes, and " + in.remaining() + " are left");
        }

        private static void check(boolean good, WireError.Code code, String where, int offset, String problem)
                throws Defect {
            if (!good) {
                throw new Defect(new WireError(code, where, offset, where + " " + problem));
            }
        }
    }

    /** Ends the decoding of malformed bytes. */
    private static final class Defect extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient WireError error;

        Defect(WireError error) {
            super(null, null, false, false);
            this.error = error;
        }
    }
}
