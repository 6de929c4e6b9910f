// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.harness.TestData;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** Tests that every message of real routers' captures is decoded, and encoded to the same bytes. */
class BmpCapturesTest {
    @ParameterizedTest
    @ValueSource(strings = {"frr-8.4.4.bmp", "gobgp-3.10.0.bmp", "bgpsec-frrbgpsec-mirror-k1.bmp"})
    void readsAndWritesEveryMessage(String file) {
        Bytes stream = Bytes.wrap(TestData.bytes("bmp/" + file));
        int messages = 0;
        while (!stream.isEmpty()) {
            int length = BmpFramer.messageLength(stream, 1 << 20).orThrow();
            Bytes bytes = stream.slice(0, length);
            BmpMessage message = BmpCodec.decode(bytes).orThrow();
            assertThat(BmpCodec.encode(message)).isEqualTo(bytes);
            if (message instanceof PeerUp peerUp) {
                assertThat(PeerOpens.of(peerUp)).isInstanceOf(Decoded.Ok.class);
            }
            stream = stream.from(length);
            messages++;
        }
        assertThat(messages).isGreaterThan(10);
    }
}
