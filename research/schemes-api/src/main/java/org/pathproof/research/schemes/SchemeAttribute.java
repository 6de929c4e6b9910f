// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import java.nio.charset.StandardCharsets;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/**
 * The value of the private path attribute with which a running system carries a path of any scheme (ADR 58). The fields
 * are:
 *
 * <ul>
 * <li>version (1 byte), {@value #VERSION}
 * <li>length (1 byte) and characters of the name of the scheme
 * <li>length (1 byte) and characters of the name of the parameter set
 * <li>an {@link Envelope}
 * </ul>
 *
 * <p>The envelope ends with the private values, so that they can be found without code of the scheme.
 */
public record SchemeAttribute(SchemeId id, SecuredPath path) {
    static final int VERSION = 1;

    /**
     * Encodes the value.
     *
     * @throws IllegalArgumentException if the path cannot be encoded, or if the value is too long for an attribute
     */
    public Bytes encode() {
        ByteWriter out = new ByteWriter().u8(VERSION);
        put(out, id.scheme());
        put(out, id.parameters());
        Bytes value = out.bytes(Envelope.encode(path)).toBytes();
        if (value.length() > Envelope.MAX_BYTES) {
            throw new IllegalArgumentException(
                    "value of " + value.length() + " bytes: an attribute has at most " + Envelope.MAX_BYTES);
        }
        return value;
    }

    private static void put(ByteWriter out, String name) {
        byte[] characters = name.getBytes(StandardCharsets.US_ASCII);
        out.u8(characters.length).bytes(characters);
    }

    /** Decodes a value. Accepts any input. The result holds views of {@code value}. */
    public static Decoded<SchemeAttribute> decode(Bytes value) {
        ByteReader in = new ByteReader(value);
        if (!in.has(1) || in.u8() != VERSION) {
            return damaged(WireError.Code.BAD_MARKER, "version", 0, "must be " + VERSION, value);
        }
        String scheme = name(in);
        String parameters = name(in);
        if (!SchemeId.isName(scheme) || !SchemeId.isName(parameters)) {
            return damaged(
                    WireError.Code.BAD_VALUE,
                    "names of scheme and parameter set",
                    1,
                    "must have 1 to " + SchemeId.MAX_NAME_LENGTH + " letters, digits, dots and hyphens",
                    value);
        }
        int start = in.position();
        return switch (Envelope.decode(in.rest())) {
            case Decoded.Ok<SecuredPath>(SecuredPath path) ->
                Decoded.ok(new SchemeAttribute(new SchemeId(scheme, parameters), path));
            case Decoded.Damaged<SecuredPath>(WireError error, Bytes _) ->
                Decoded.damaged(error.within("path", start), value);
        };
    }

    /** Reads a name; returns an empty one if the bytes end before. */
    private static String name(ByteReader in) {
        if (!in.has(1)) {
            return "";
        }
        int length = in.u8();
        return in.has(length) ? new String(in.take(length).toArray(), StandardCharsets.ISO_8859_1) : "";
    }

    private static Decoded<SchemeAttribute> damaged(
            WireError.Code code, String where, int offset, String problem, Bytes value) {
        return Decoded.damaged(new WireError(code, where, offset, where + " " + problem), value);
    }

    /** Returns this value without private values. */
    public SchemeAttribute withoutSecret() {
        return new SchemeAttribute(id, path.withoutSecret());
    }

    /**
     * Returns the number of bytes at the end of a value that may be private. In a value that cannot be decoded, every
     * byte may be private.
     */
    public static int privateBytes(Bytes value) {
        return decode(value) instanceof Decoded.Ok<SchemeAttribute>(SchemeAttribute attribute)
                ? attribute.path().secret().length()
                : value.length();
    }
}
