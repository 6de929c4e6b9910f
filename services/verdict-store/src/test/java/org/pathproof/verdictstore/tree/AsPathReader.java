// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import org.pathproof.contracts.v1.Verdict;

/**
 * Reads the AS numbers of an encoded verdict, nearest AS first, and skips all other fields. A query may read a million
 * paths, so nothing else is decoded.
 */
final class AsPathReader {
    private static final int PACKED = Verdict.AS_PATH_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int SINGLE = Verdict.AS_PATH_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_VARINT;

    private final CodedInputStream in;
    private int packedEnd;
    private int current;

    /** @param message a verdict that protobuf can decode */
    AsPathReader(byte[] message) {
        in = CodedInputStream.newInstance(message);
    }

    /**
     * Moves to the next AS number; returns false at the end.
     *
     * @throws IllegalStateException when the message cannot be decoded
     */
    boolean advance() {
        try {
            while (in.getTotalBytesRead() >= packedEnd) {
                int tag = in.readTag();
                if (tag == 0) {
                    return false;
                }
                if (tag == PACKED) {
                    int length = in.readRawVarint32();
                    packedEnd = in.getTotalBytesRead() + length;
                } else if (tag == SINGLE) {
                    current = in.readUInt32();
                    return true;
                } else {
                    in.skipField(tag);
                }
            }
            current = in.readUInt32();
            return true;
        } catch (IOException e) {
            throw new IllegalStateException("the AS path of a stored verdict cannot be decoded", e);
        }
    }

    /** Returns the AS number as unsigned 32 bits. */
    int current() {
        return current;
    }
}
