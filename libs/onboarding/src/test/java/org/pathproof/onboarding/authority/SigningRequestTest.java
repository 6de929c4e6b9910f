// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.CertificateException;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.SplittableRandom;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERSet;
import org.bouncycastle.asn1.pkcs.CertificationRequest;
import org.bouncycastle.asn1.pkcs.CertificationRequestInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.junit.jupiter.api.Test;

/** Tests requests of routers: proof of possession, keys, and hostile bytes. */
final class SigningRequestTest {
    private static final int MUTATIONS = 4_000;
    private final KeyPair keys = Keys.create();

    @Test
    void readsTheKeyOfASignedRequest() throws Exception {
        byte[] der = request(keys, keys);
        assertThat(SigningRequest.decode(der).key()).isEqualTo(keys.getPublic());
        String pem = "-----BEGIN CERTIFICATE REQUEST-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                + "\n-----END CERTIFICATE REQUEST-----\n";
        assertThat(Pem.request(pem, "body").key()).isEqualTo(keys.getPublic());
        assertThatThrownBy(() -> Pem.request(pem + pem, "body")).hasMessageContaining("expected one");
        assertThatThrownBy(() -> Pem.request("text", "body")).hasMessageContaining("body: expected one");
        assertThatThrownBy(() -> Pem.request(" ".repeat(20_000), "body")).hasMessageContaining("more than");
    }

    @Test
    void refusesARequestOfAnotherKey() {
        assertThatThrownBy(() -> SigningRequest.decode(request(keys, Keys.create())))
                .hasMessageContaining("does not verify");
    }

    @Test
    void refusesOtherCurves() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp384r1"));
        KeyPair other = generator.generateKeyPair();
        assertThatThrownBy(() -> SigningRequest.decode(request(other, other))).hasMessageContaining("not on P-256");
    }

    @Test
    void everyMutatedRequestIsRefusedOrHasTheSameKey() throws Exception {
        byte[] original = request(keys, keys);
        SplittableRandom random = new SplittableRandom(62);
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] mutated = original.clone();
            mutated[random.nextInt(mutated.length)] ^= (byte) (1 << random.nextInt(8));
            byte[] shown = random.nextInt(4) == 0 ? Arrays.copyOf(mutated, random.nextInt(mutated.length)) : mutated;
            try {
                // A change that DER does not permit may disappear when Bouncy Castle decodes the signed part.
                assertThat(SigningRequest.decode(shown).key()).isEqualTo(keys.getPublic());
            } catch (CertificateException refused) {
                assertThat(refused).message().isNotBlank();
            }
        }
        byte[] nested = new byte[SigningRequest.MAX_BYTES];
        for (int i = 0; i < nested.length; i += 2) {
            nested[i] = 0x30;
            nested[i + 1] = (byte) 0x80;
        }
        assertThatThrownBy(() -> SigningRequest.decode(nested)).isInstanceOf(CertificateException.class);
        assertThatThrownBy(() -> SigningRequest.decode(new byte[SigningRequest.MAX_BYTES + 1]))
                .hasMessageContaining("8193 bytes");
    }

    private static byte[] request(KeyPair subject, KeyPair signer) throws IOException, GeneralSecurityException {
        CertificationRequestInfo info = new CertificationRequestInfo(
                new X500Name("CN=ignored"),
                SubjectPublicKeyInfo.getInstance(subject.getPublic().getEncoded()),
                new DERSet());
        return new CertificationRequest(
                        info,
                        new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256),
                        new DERBitString(Keys.sign(signer.getPrivate(), info.getEncoded(ASN1Encoding.DER))))
                .getEncoded(ASN1Encoding.DER);
    }
}
