// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.onboarding.DescriptionExtension;
import org.pathproof.onboarding.Descriptions;
import org.pathproof.onboarding.Reading;
import org.pathproof.onboarding.SealingKeys;

/** Tests issued certificates with the path validation of the JDK. */
final class CertificateAuthorityTest {
    private static final Duration YEAR = Duration.ofDays(365);

    @TempDir
    private Path folder;

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final CertificateAuthority authority = CertificateAuthority.create("Example network", YEAR, now);

    @Test
    void issuesCertificatesWithNamesAndADescription() throws GeneralSecurityException {
        KeyPair router = Keys.create();
        X509Certificate issued = authority.issue(new RouterOrder(
                router.getPublic(),
                Descriptions.FULL,
                List.of("alias.example.net", "r1.example.net"),
                Duration.ofDays(30),
                SealingKeys.NONE,
                now));
        verify(issued);
        assertThat(issued.getPublicKey()).isEqualTo(router.getPublic());
        assertThat(issued.getSubjectX500Principal().getName()).isEqualTo("CN=r1.example.net");
        assertThat(issued.getSubjectAlternativeNames())
                .containsExactly(List.of(2, "r1.example.net"), List.of(2, "alias.example.net"));
        assertThat(issued.getNotAfter().toInstant()).isEqualTo(now.plus(Duration.ofDays(30)));
        assertThat(issued.getBasicConstraints()).isEqualTo(-1);
        assertThat(issued.getExtendedKeyUsage()).contains("1.3.6.1.5.5.7.3.2");
        assertThat(DescriptionExtension.of(issued, SealingKeys.NONE))
                .isEqualTo(Optional.of(new Reading.Described(Descriptions.FULL)));
        assertThat(DescriptionExtension.of(authority.certificate(), SealingKeys.NONE))
                .isEmpty();
    }

    @Test
    void sealsTheDescriptionForItsCertificate() throws IOException, GeneralSecurityException {
        SealingKeys keys = SealingKeys.read(
                Files.writeString(folder.resolve("keys"), "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n"));
        X509Certificate issued = authority.issue(order(keys));
        verify(issued);
        assertThat(DescriptionExtension.of(issued, keys))
                .isEqualTo(Optional.of(new Reading.Described(Descriptions.FULL)));
        assertThat(DescriptionExtension.of(issued, SealingKeys.NONE))
                .hasValueSatisfying(reading -> assertThat(reading).isInstanceOf(Reading.Refused.class));
    }

    @Test
    void certificatesEndWithTheAuthority() {
        CertificateAuthority brief = CertificateAuthority.create("Brief", Duration.ofDays(10), now);
        assertThat(brief.issue(order(SealingKeys.NONE)).getNotAfter())
                .isEqualTo(brief.certificate().getNotAfter());
        CertificateAuthority over = CertificateAuthority.create("Over", Duration.ofSeconds(1), now.minus(YEAR));
        assertThatThrownBy(() -> over.issue(order(SealingKeys.NONE))).hasMessageContaining("expired");
    }

    @Test
    void readsItsFilesAgainAndRefusesOthers() throws IOException {
        Path certificate = Files.writeString(folder.resolve("ca.crt"), Pem.of(authority.certificate()));
        Path key = folder.resolve("ca.key");
        Pem.writeSecret(key, Pem.of(authority.key()));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
        assertThat(CertificateAuthority.of(Pem.certificates(certificate).getFirst(), Pem.privateKey(key))
                        .certificate())
                .isEqualTo(authority.certificate());
        assertThatThrownBy(() -> Pem.writeSecret(key, "")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> CertificateAuthority.of(
                        authority.certificate(), Keys.create().getPrivate()))
                .hasMessageContaining("the key is not that of the certificate");
        assertThatThrownBy(() -> CertificateAuthority.of(authority.issue(order(SealingKeys.NONE)), authority.key()))
                .hasMessageContaining("may not issue certificates");
        assertThatThrownBy(() -> Pem.privateKey(certificate)).hasMessageContaining("openssl pkcs8");
        assertThatThrownBy(() -> Pem.certificates(key)).hasMessageContaining("expected certificates");
        assertThatThrownBy(() -> Pem.certificates(Files.writeString(folder.resolve("empty"), "")))
                .hasMessageContaining("no certificate");
    }

    private static RouterOrder order(SealingKeys seal) {
        return new RouterOrder(
                Keys.create().getPublic(), Descriptions.FULL, List.of(), Duration.ofDays(30), seal, Instant.now());
    }

    private void verify(X509Certificate issued) throws GeneralSecurityException {
        PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(authority.certificate(), null)));
        parameters.setRevocationEnabled(false);
        assertThat(CertPathValidator.getInstance("PKIX")
                        .validate(
                                CertificateFactory.getInstance("X.509").generateCertPath(List.of(issued)), parameters))
                .isNotNull();
    }
}
