// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pathproof.harness.RouterAuthority.authority;
import static org.pathproof.harness.RouterAuthority.pem;
import static org.pathproof.harness.RouterAuthority.router;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.RouterAuthority;
import org.pathproof.keysync.settings.CertificateSettings;
import org.pathproof.wire.rpki.RouterKey;

/** Reads router certificates from folders, with a clock that the test sets. */
class CertificateSourceTest {
    private static final Duration POLL = Duration.ofSeconds(5);
    private static final Duration WARN = Duration.ofDays(14);

    @TempDir
    Path folder;

    private final RouterAuthority anchor = RouterAuthority.anchor(authority("Lab", 64496, 64511));
    private Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private Path routers;
    private CertificateSource source;

    @BeforeEach
    void createFolders() throws IOException {
        routers = Files.createDirectory(folder.resolve("routers"));
        Files.write(folder.resolve("anchor.cer"), anchor.certificate());
        source = source(false);
    }

    private CertificateSource source(boolean crlRequired) {
        CertificateSettings settings = new CertificateSettings(
                List.of(routers.toString()),
                List.of(folder.resolve("anchor.cer").toString()),
                List.of(),
                crlRequired,
                WARN);
        return new CertificateSource(settings, POLL, new Clock() {
            @Override
            public Instant instant() {
                return now;
            }

            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                return this;
            }
        });
    }

    private List<Long> asNumbers() {
        var data = source.read().data();
        return data == null
                ? List.of()
                : data.allRouterKeys().stream().map(RouterKey::asn).sorted().toList();
    }

    private List<Long> asNumbersAfterPoll() {
        now = now.plus(POLL);
        return asNumbers();
    }

    @Test
    void followsAddedReplacedAndDeletedFiles() throws IOException {
        assertThat(asNumbers()).isEmpty();
        assertThat(source.read().works()).isTrue();
        Files.write(routers.resolve("a.cer"), anchor.issue(router("a", 64500)));
        assertThat(asNumbers()).isEmpty();
        assertThat(asNumbersAfterPoll()).containsExactly(64500L);
        Files.writeString(routers.resolve("b.pem"), pem("CERTIFICATE", anchor.issue(router("b", 64501, 64502))));
        assertThat(asNumbersAfterPoll()).containsExactly(64500L, 64501L, 64502L);
        Files.write(routers.resolve("a.cer"), anchor.issue(router("longer name", 64503)));
        assertThat(asNumbersAfterPoll()).containsExactly(64501L, 64502L, 64503L);
        Files.delete(routers.resolve("b.pem"));
        assertThat(asNumbersAfterPoll()).containsExactly(64503L);
    }

    @Test
    void aDamagedFileKeepsItsEarlierContentAndDisturbsNoOther() throws IOException {
        Files.write(routers.resolve("a.cer"), anchor.issue(router("a", 64500)));
        Files.write(routers.resolve("b.cer"), anchor.issue(router("b", 64501)));
        assertThat(asNumbers()).containsExactly(64500L, 64501L);
        Files.write(routers.resolve("a.cer"), new byte[] {0x30, 5, 1});
        Files.write(routers.resolve("large.cer"), new byte[CertificateFiles.MAX_FILE_BYTES + 1]);
        Files.writeString(routers.resolve("empty.pem"), "");
        assertThat(asNumbersAfterPoll()).containsExactly(64500L, 64501L);
        assertThat(source.state().refused()).isEqualTo(3);
        assertThat(source.state().refusals().toString())
                .contains("a.cer: not DER", "large.cer: the file has more than 1 MiB", "empty.pem: not DER");
        Files.delete(routers.resolve("a.cer"));
        assertThat(asNumbersAfterPoll()).containsExactly(64501L);
    }

    @Test
    void randomFilesBesideAValidOneChangeNothing() throws IOException {
        byte[] valid = anchor.issue(router("a", 64500));
        Files.write(routers.resolve("valid.cer"), valid);
        assertThat(asNumbers()).containsExactly(64500L);
        Object data = source.read().data();
        Random random = new Random(6487);
        for (int i = 0; i < 200; i++) {
            byte[] mutant = valid.clone();
            mutant[random.nextInt(mutant.length)] ^= (byte) (1 + random.nextInt(255));
            Files.write(routers.resolve("mutant-" + i + ".cer"), mutant);
        }
        assertThat(asNumbersAfterPoll()).containsExactly(64500L);
        assertThat(source.read().data()).isSameAs(data);
        assertThat(source.state().refused()).isEqualTo(200);
        assertThat(source.state().refusals()).hasSize(20);
    }

    @Test
    void warnsBeforeTheExpiryAndRemovesTheKeyWithoutAChangeOfFiles() throws IOException {
        Instant expiry = now.plus(WARN).plusSeconds(60);
        Files.write(routers.resolve("a.cer"), anchor.issue(router("a", 64500).valid(now.minusSeconds(60), expiry)));
        assertThat(asNumbers()).containsExactly(64500L);
        assertThat(source.state().expiring()).isZero();
        assertThat(source.state().firstExpiry()).contains(expiry);
        now = now.plusSeconds(61);
        assertThat(asNumbers()).containsExactly(64500L);
        assertThat(source.state().expiring()).isOne();
        assertThat(source.state().warnings().toString()).contains("a.cer: CN=a", "expires at " + expiry);
        assertThat(source.nextChange()).isEqualTo(expiry.plusMillis(1));
        now = expiry;
        assertThat(asNumbers()).containsExactly(64500L);
        now = expiry.plusMillis(1);
        assertThat(asNumbers()).isEmpty();
        assertThat(source.state().refusals().toString()).contains("a.cer: the certificate expired at " + expiry);
        assertThat(source.state().firstExpiry()).isEmpty();
    }

    @Test
    void aMissingFolderKeepsTheCertificatesAndIsAProblem() throws IOException {
        Files.write(routers.resolve("a.cer"), anchor.issue(router("a", 64500)));
        assertThat(asNumbers()).containsExactly(64500L);
        Path moved = folder.resolve("moved");
        Files.move(routers, moved);
        assertThat(asNumbersAfterPoll()).containsExactly(64500L);
        assertThat(source.read().problem()).contains(routers + " does not exist");
        RouterAuthority other = RouterAuthority.anchor(authority("Other laboratory", 64496, 64511));
        Files.write(folder.resolve("anchor.cer"), other.certificate());
        assertThat(asNumbersAfterPoll()).containsExactly(64500L);
        Files.move(moved, routers);
        assertThat(asNumbersAfterPoll()).isEmpty();
        assertThat(source.read().problem()).isNull();
    }

    @Test
    void namesAStaleCrl() throws IOException {
        Files.write(routers.resolve("a.cer"), anchor.issue(router("a", 64500).serial(1)));
        Files.write(routers.resolve("lab.crl"), anchor.crl(now.minusSeconds(60), now.plusSeconds(60)));
        assertThat(asNumbers()).containsExactly(64500L);
        now = now.plusSeconds(61);
        assertThat(asNumbers()).containsExactly(64500L);
        assertThat(source.state().stale().toString()).contains("lab.crl: the CRL of CN=Lab is stale since");
        source = source(true);
        assertThat(asNumbers()).isEmpty();
        assertThat(source.state().refusals().toString()).contains("a.cer: the CRL of CN=Lab is stale since");
    }

    @Test
    void certificatesNeedATrustAnchor() {
        assertThatThrownBy(() -> new CertificateSettings(List.of("a"), List.of(), List.of(), false, WARN))
                .hasMessageContaining("pathproof.key-sync.certificates: trust-anchors is missing");
    }
}
