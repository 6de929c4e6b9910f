// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the decision about a connection is found in logs. */
class CertificateCheckTest {
    @Test
    void theLastDecisionCounts() {
        assertThat(CertificateCheck.decisions(Stream.of(
                        "12:00 INFO listening: protocol=BMP over TLS",
                        "12:01 INFO router connected: ip=127.0.0.1 name=\"r1\"",
                        "12:02 WARN router refused: ip=127.0.0.1 reason=\"expired\"",
                        "12:03 INFO other")))
                .isEqualTo("router refused: ip=127.0.0.1 reason=\"expired\"");
        assertThat(CertificateCheck.decisions(Stream.of("12:00 INFO other"))).isEmpty();
    }

    @Test
    void theLogNamesTheSide() {
        assertThat(CertificateCheck.decision("router connected: ip=127.0.0.1")).isEqualTo("accepted");
        assertThat(CertificateCheck.decision("relay cannot connect: error=expired"))
                .isEqualTo("refused by the relay");
        assertThat(CertificateCheck.decision("QUIC connection failed: ip=127.0.0.1"))
                .isEqualTo("refused by the collector");
    }

    @Test
    void addressesOfTheRunAreLeftOut() {
        assertThat(CertificateCheck.words("relay cannot connect: from=127.0.0.1 to=tls://localhost:4711 error=expired"))
                .isEqualTo("relay cannot connect: error=expired");
    }
}
