// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import com.google.protobuf.WireFormat;
import org.pathproof.contracts.v1.Verdict;

/**
 * Walks over the AS numbers in the bytes of a verdict, nearest first, and allocates nothing: a query may ask a million paths. The bytes must be a
 * message that protobuf can decode.
 */
final class AsPathReader {
    private final byte[] message;
    private int at;
    private int packedEnd;
    private int current;

    AsPathReader(byte[] message) {
        this.message = message;
    }

    /** Goes to the next AS number; returns false at the end. */
    boolean advance() {
        if (at < packedEnd) {
            current = varint();
            return true;
        }
        while (at < message.length) {
            int tag = varint();
            boolean isPath = WireFormat.getTagFieldNumber(tag) == Verdict.AS_PATH_FIELD_NUMBER;
            switch (WireFormat.getTagWireType(tag)) {
                case WireFormat.WIRETYPE_VARINT -> {
                    int value = varint();
                    if (isPath) {
                        current = value;
                        return true;
                    }
                }
                case WireFormat.WIRETYPE_LENGTH_DELIMITED -> {
                    int length = varint();
                    if (isPath && length > 0) {
                        packedEnd = at + length;
                        current = varint();
                        return true;
                    }
                    at += length;
                }
                case WireFormat.WIRETYPE_FIXED64 -> at += Long.BYTES;
                case WireFormat.WIRETYPE_FIXED32 -> at += Integer.BYTES;
                default ->
                    throw new IllegalStateException("a path that was decoded before does not decode: tag " + tag);
            }
        }
        return false;
    }

    /** The AS number, as unsigned 32 bits. */
    int current() {
        return current;
    }

    /** The lower 32 bits of a varint, which may be ten bytes long. */
    private int varint() {
        int value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = message[at++];
            if (shift < Integer.SIZE) {
                value |= (next & 0x7f) << shift;
            }
            if (next >= 0) {
                return value;
            }
        }
    }
}
