// SPDX-License-Identifier: Apache-2.0
package org.pathproof.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpFramer;
import org.pathproof.wire.bmp.BmpMessage;

/** Fuzzes streams of BMP messages (RFC 7854). */
class BmpFuzzTest {
    private static final int LONGEST = 1 << 20;

    @FuzzTest(maxDuration = "10m")
    void messages(byte[] stream) {
        Bytes left = Bytes.wrap(stream);
        while (BmpFramer.messageLength(left, LONGEST) instanceof Decoded.Ok<Integer>(Integer length)
                && length > 0
                && length <= left.length()) {
            Bytes message = left.slice(0, length);
            left = left.from(length);
            if (BmpCodec.decode(message) instanceof Decoded.Ok<BmpMessage>(BmpMessage decoded)) {
                assertThat(BmpCodec.decode(BmpCodec.encode(decoded)).orThrow()).isEqualTo(decoded);
            }
        }
    }
}
