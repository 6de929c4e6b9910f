// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.CRLReason;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.onboarding.RouterDescription;
import org.pathproof.onboarding.SealingKeys;

/** Tests the register of issued certificates and the revocation list, which the JDK verifies. */
final class CertificateRegisterTest {
    private static final Duration MONTH = Duration.ofDays(30);

    @TempDir
    private Path folder;

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final KeyPair key = Keys.create();
    private final CertificateAuthority authority =
            CertificateAuthority.create("Example network", Duration.ofDays(365), now);

    @Test
    void survivesARestartAndRemovesExpiredCertificates() throws IOException {
        Path file = CertificateRegister.beside(folder.resolve("ca.crt"));
        assertThat(file).hasFileName("ca.crt.issued");
        RouterOrder r1 = order("r1", 64500, now);
        X509Certificate first = add(CertificateRegister.at(file), r1);
        CertificateRegister again = CertificateRegister.at(file);
        assertThat(again.entries()).containsExactly(CertificateRegister.Entry.of(first, r1));
        again.revoke(List.of(first.getSerialNumber(), BigInteger.TEN), now);
        assertThat(again.entries().getFirst().revoked()).isEqualTo(now);

        add(again, order("r2", 64500, now.plus(MONTH).plusSeconds(1)));
        assertThat(again.entries())
                .singleElement()
                .satisfies(entry -> assertThat(entry.names()).containsExactly("r2"));
    }

    @Test
    void aNameBelongsToOneAsWhileItsCertificateIsValid() throws IOException {
        CertificateRegister register = CertificateRegister.inMemory();
        X509Certificate first = add(register, order("r1", 64500, now));
        add(register, order("R1", 64500, now));
        assertThatThrownBy(() -> add(register, order("R1", 64501, now)))
                .hasMessage("name: \"R1\" has a certificate of AS64500 that is valid: revoke it first");
        register.revoke(
                register.entries().stream()
                        .map(CertificateRegister.Entry::serial)
                        .toList(),
                now);
        add(register, order("r1", 64501, now));
        assertThat(register.entries())
                .hasSize(3)
                .first()
                .satisfies(entry -> assertThat(entry.serial()).isEqualTo(first.getSerialNumber()));
        add(register, order("r1", 64502, now.plus(MONTH).plusSeconds(1)));
    }

    @Test
    void namesAMalformedLine() throws IOException {
        Path file = folder.resolve("register");
        for (String line : List.of("{", "[]", "null", "", "{\"names\":[1]}", "{\"serial_number\":\"x\"}")) {
            Files.writeString(file, line + "\n", StandardCharsets.UTF_8);
            assertThatThrownBy(() -> CertificateRegister.at(file).entries())
                    .as(line)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("register, line 1: not an issued certificate");
        }
    }

    @Test
    void signsAListThatTheJdkVerifies() throws IOException, GeneralSecurityException {
        Instant earlier = now.minusSeconds(60);
        RevocationList list = RevocationList.EMPTY
                .with(BigInteger.valueOf(0x5a), new RevocationList.Revocation(earlier, RevocationReason.KEY_COMPROMISE))
                .with(BigInteger.TWO, new RevocationList.Revocation(now, RevocationReason.UNSPECIFIED))
                .with(BigInteger.TWO, new RevocationList.Revocation(earlier, RevocationReason.SUPERSEDED))
                .next(now);
        Path file = Files.writeString(folder.resolve("ca.crl"), list.sign(authority, now, MONTH));
        X509CRL read = (X509CRL)
                CertificateFactory.getInstance("X.509").generateCRL(new ByteArrayInputStream(Files.readAllBytes(file)));
        read.verify(authority.certificate().getPublicKey());
        assertThat(read.getNextUpdate().toInstant()).isEqualTo(now.plus(MONTH));
        assertThat(read.getCriticalExtensionOIDs()).isNullOrEmpty();
        assertThat(read.getRevokedCertificate(BigInteger.valueOf(0x5a)).getRevocationReason())
                .isEqualTo(CRLReason.KEY_COMPROMISE);
        assertThat(read.getRevokedCertificate(BigInteger.TWO).hasExtensions()).isFalse();

        RevocationList again = RevocationList.read(file, authority.certificate());
        assertThat(again).isEqualTo(list);
        assertThat(again.number()).isEqualTo(BigInteger.valueOf(now.getEpochSecond()));
        assertThat(again.next(now).number()).isGreaterThan(again.number());
        assertThat(again.without(List.of(BigInteger.TWO)).entries()).hasSize(1);

        CertificateAuthority other = CertificateAuthority.create("Example network", MONTH, now);
        assertThatThrownBy(() -> RevocationList.read(file, other.certificate()))
                .hasMessageContaining("ca.crl: not a CRL of CN=Example network");
        CertificateAuthority elsewhere = CertificateAuthority.create("Elsewhere", MONTH, now);
        assertThatThrownBy(() -> RevocationList.read(file, elsewhere.certificate()))
                .hasMessageContaining("ca.crl: the CRL is that of CN=Example network, not of CN=Elsewhere");
    }

    private RouterOrder order(String name, long asn, Instant at) {
        return new RouterOrder(
                key.getPublic(), RouterDescription.of(name, asn), List.of(), MONTH, SealingKeys.NONE, at);
    }

    private X509Certificate add(CertificateRegister register, RouterOrder order) throws IOException {
        X509Certificate issued = authority.issue(order);
        register.add(issued, order);
        return issued;
    }
}
