// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.RfcUpdates.Example;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.SecurePath;

/** Tests the signed bytes (RFC 8205 section 4.2, Figure 8). */
class SignedBytesTest {
    private static final EcdsaP256Suite SUITE = new EcdsaP256Suite();

    @Test
    void theExamplesHaveTheDigestsOfTheRfc() {
        for (Example example : RfcUpdates.all()) {
            for (int hop = 1; hop <= 2; hop++) {
                Bytes bytes =
                        SignedBytes.of(example.path(), 0, hop, example.targetAs(), example.family(), example.prefix());
                assertThat(SUITE.digest(bytes)).isEqualTo(example.digests().get(hop - 1));
            }
        }
    }

    @Test
    void theOriginSignsTheBytesOfFigure8() {
        SecurePath path = SignedPath.over(64500, 64501).sign();
        assertThat(SignedBytes.of(path, 0, 1, 64502, RfcUpdates.all().getFirst().family(), SignedPath.PREFIX)
                        .toHex())
                .isEqualTo(
                        "0000fbf5" // Target AS: the AS of the next hop
                                + "0100" + "0000fbf4" // Secure_Path Segment of the origin
                                + "01" // suite
                                + "0001" + "01" // AFI, SAFI
                                + "18" + "c00002"); // NLRI
    }

    @Test
    void trailingBitsOfThePrefixAreZero() {
        SecurePath path = SignedPath.over(64500).sign();
        Prefix received = Prefix.of(1, Bytes.fromHex("c0a87fff"), 17);
        Bytes bytes =
                SignedBytes.of(path, 0, 1, 64502, RfcUpdates.all().getFirst().family(), received);
        assertThat(bytes.toHex()).endsWith("0001" + "01" + "11" + "c0a800");
    }

    @Test
    void aDefaultRouteHasNoPrefixBytes() {
        SecurePath path = SignedPath.over(64500).sign();
        Bytes bytes =
                SignedBytes.of(path, 0, 1, 64502, RfcUpdates.all().getFirst().family(), Prefix.parse("0.0.0.0/0"));
        assertThat(bytes.toHex()).endsWith("0001" + "01" + "00");
    }
}
