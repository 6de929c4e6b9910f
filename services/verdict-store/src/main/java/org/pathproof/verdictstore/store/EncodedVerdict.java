// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import org.pathproof.contracts.v1.Verdict;

/** Reads encoded verdicts. */
final class EncodedVerdict {
    private EncodedVerdict() {}

    /** Decodes a verdict or a part of it; throws IllegalArgumentException if this is not possible. */
    static Verdict parse(byte[] bytes, int length) {
        try {
            return Verdict.parser().parseFrom(bytes, 0, length);
        } catch (InvalidProtocolBufferException e) {
            throw invalid(e);
        }
    }

    static IllegalArgumentException invalid(IOException e) {
        return new IllegalArgumentException("the value is not a verdict: " + e.getMessage(), e);
    }

    /** Skips a length and as many bytes. Returns the index of the first one. */
    static int skipBytes(CodedInputStream in) throws IOException {
        int length = in.readRawVarint32();
        int from = in.getTotalBytesRead();
        in.skipRawBytes(length);
        return from;
    }
}
