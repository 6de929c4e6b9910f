// SPDX-License-Identifier: Apache-2.0
package org.pathproof.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.openbmp.OpenBmpCodec;
import org.pathproof.wire.openbmp.OpenBmpRaw;

/** Fuzzes records of raw OpenBMP topics, in all three encodings. */
class OpenBmpFuzzTest {
    @FuzzTest(maxDuration = "10m")
    void records(byte[] bytes) {
        Bytes record = Bytes.wrap(bytes);
        if (OpenBmpCodec.decode(record) instanceof Decoded.Ok<OpenBmpRaw>(OpenBmpRaw decoded)) {
            assertThat(decoded.bmp().length()).isLessThanOrEqualTo(bytes.length);
        }
        if (OpenBmpCodec.recordLength(record, 1 << 20) instanceof Decoded.Ok<Integer>(Integer length)) {
            assertThat(length).isBetween(0, 1 << 20);
        }
    }
}
