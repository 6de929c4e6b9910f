// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.pem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.spec.InvalidKeySpecException;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PemTest {
    @ParameterizedTest
    @ValueSource(strings = {"EC", "RSA", "Ed25519"})
    void readsPrivateKeys(String algorithm) throws NoSuchAlgorithmException, InvalidKeySpecException {
        PrivateKey key =
                KeyPairGenerator.getInstance(algorithm).generateKeyPair().getPrivate();
        assertThat(Pem.privateKey(text(Base64.getMimeEncoder().encodeToString(key.getEncoded()))))
                .isEqualTo(key);
    }

    @Test
    void textWithoutAPrivateKeyIsRefused() {
        assertThatThrownBy(() -> Pem.privateKey(new byte[0]))
                .isInstanceOf(InvalidKeySpecException.class)
                .hasMessage("has no private key in PKCS #8 (-----BEGIN PRIVATE KEY-----)");
        assertThatThrownBy(() -> Pem.privateKey(text("AAAA")))
                .isInstanceOf(InvalidKeySpecException.class)
                .hasMessageStartingWith("has no private key of a known algorithm");
        assertThatThrownBy(() -> Pem.privateKey(text("A")))
                .isInstanceOf(InvalidKeySpecException.class)
                .hasMessageStartingWith("has no private key in base64");
    }

    @Test
    void textWithoutACertificateIsRefused() {
        assertThatThrownBy(() -> Pem.certificates(new byte[0]))
                .isInstanceOf(CertificateException.class)
                .hasMessage("has no certificate");
        assertThatThrownBy(() -> Pem.certificates("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
                        .getBytes(StandardCharsets.US_ASCII)))
                .isInstanceOf(CertificateException.class)
                .hasMessageStartingWith("has no readable certificates: ");
    }

    private static byte[] text(String base64) {
        return ("-----BEGIN PRIVATE KEY-----\n" + base64 + "\n-----END PRIVATE KEY-----\n")
                .getBytes(StandardCharsets.US_ASCII);
    }
}
