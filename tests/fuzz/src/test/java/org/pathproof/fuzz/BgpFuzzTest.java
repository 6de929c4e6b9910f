// SPDX-License-Identifier: Apache-2.0
package org.pathproof.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Set;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Update;

/**
 * Fuzzes BGP messages (RFC 4271) under all options of a session, and the BGPsec_PATH attribute (RFC 8205 section 3).
 */
class BgpFuzzTest {
    @FuzzTest(maxDuration = "10m")
    void messages(byte[] bytes) {
        if (bytes.length == 0) {
            return;
        }
        BgpSessionOptions options = new BgpSessionOptions(
                (bytes[0] & 1) == 0,
                (bytes[0] & 2) == 0 ? Set.of() : Set.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST),
                (bytes[0] & 4) == 0);
        Bytes message = Bytes.wrap(bytes, 1, bytes.length - 1);
        // Errors are kept in the decoded update, and are not encoded.
        if (BgpCodec.decode(message, options) instanceof Decoded.Ok<BgpMessage>(BgpMessage decoded)
                && !(decoded instanceof Update update && !update.errors().isEmpty())) {
            assertThat(BgpCodec.decode(BgpCodec.encode(decoded, options), options)
                            .orThrow())
                    .isEqualTo(decoded);
        }
    }

    @FuzzTest(maxDuration = "10m")
    void bgpsecPaths(byte[] bytes) {
        if (BgpsecPathCodec.decode(Bytes.wrap(bytes)) instanceof Decoded.Ok<SecurePath>(SecurePath decoded)) {
            assertThat(BgpsecPathCodec.encode(decoded).toArray()).isEqualTo(bytes);
        }
    }
}
