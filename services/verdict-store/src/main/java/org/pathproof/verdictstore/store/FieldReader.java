// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import com.google.protobuf.WireFormat;

/**
 * Reads the fields of an encoded protobuf message one after the other. Every method throws IllegalArgumentException for
 * bytes that are no message. One object is used for many messages, because there are millions. Not thread-safe.
 */
final class FieldReader {
    private static final int MAX_VARINT_BITS = 64;

    private byte[] bytes = new byte[0];
    private int end;
    private int at;
    private int fieldStart;

    /** Begins with the bytes of another message. */
    void begin(byte[] message, int from, int to) {
        bytes = message;
        at = from;
        end = to;
    }

    /** Returns the tag of the next field; 0 at the end. */
    int tag() {
        fieldStart = at;
        if (at == end) {
            return 0;
        }
        int tag = (int) varint();
        if (WireFormat.getTagFieldNumber(tag) == 0) {
            throw invalid("a field has number 0");
        }
        return tag;
    }

    /** Returns the index at which the present field begins. */
    int fieldStart() {
        return fieldStart;
    }

    /** Returns the index after the part that was read. */
    int at() {
        return at;
    }

    long varint() {
        long value = 0;
        for (int shift = 0; shift < MAX_VARINT_BITS; shift += 7) {
            if (at == end) {
                throw invalid("it ends within a number");
            }
            byte next = bytes[at++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw invalid("a number has more than 64 bits");
    }

    long fixed64() {
        int from = skip(Long.BYTES);
        long value = 0;
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            value = value << Byte.SIZE | bytes[from + i] & 0xff;
        }
        return value;
    }

    /** Reads a length and skips as many bytes. Returns the index of the first one; the last one is before {@link #at}. */
    int bytes() {
        long length = varint();
        if (length < 0 || length > end - at) {
            throw invalid("it ends within a field");
        }
        return skip((int) length);
    }

    private int skip(int length) {
        if (length > end - at) {
            throw invalid("it ends within a field");
        }
        int from = at;
        at += length;
        return from;
    }

    /** Skips the value of a field. */
    void skipValue(int tag) {
        switch (WireFormat.getTagWireType(tag)) {
            case WireFormat.WIRETYPE_VARINT -> varint();
            case WireFormat.WIRETYPE_FIXED64 -> skip(Long.BYTES);
            case WireFormat.WIRETYPE_LENGTH_DELIMITED -> bytes();
            case WireFormat.WIRETYPE_FIXED32 -> skip(Integer.BYTES);
            default -> throw invalid("a field has wire type " + WireFormat.getTagWireType(tag));
        }
    }

    private static IllegalArgumentException invalid(String fault) {
        return new IllegalArgumentException("the value is not a verdict: " + fault);
    }
}
