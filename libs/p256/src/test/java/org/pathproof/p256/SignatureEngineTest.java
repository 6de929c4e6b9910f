// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SignatureEngineTest {
    static Stream<SignatureEngine> engines() {
        return Kernels.ENGINES.available().stream();
    }

    @Test
    void findsEnginesByName() {
        assertThat(Kernels.ENGINES.named("bouncy-castle")).containsInstanceOf(BouncyCastleEngine.class);
        assertThat(Kernels.ENGINES.named("abacus")).isEmpty();
        assertThat(Kernels.ENGINES.available()).contains(Kernels.ENGINES.selected());
    }

    @Test
    void reportsAllEngines() {
        SignatureEngine fastest = Kernels.ENGINES.selected();
        Kernels.ENGINES.available();
        assertThat(Kernels.ENGINES.report().lines().toList())
                .contains(fastest.name() + ": usable", "bouncy-castle: usable")
                .anyMatch(line -> line.startsWith("ifma: "))
                .anyMatch(line -> line.startsWith("scalar: "));
    }

    @Test
    void aWrongEngineFailsTheKnownAnswerTest() {
        assertThat(KnownAnswer.passes(new BouncyCastleEngine())).isTrue();
        assertThat(KnownAnswer.passes(constant(true))).isFalse();
        assertThat(KnownAnswer.passes(constant(false))).isFalse();
    }

    @ParameterizedTest
    @MethodSource("engines")
    void verifiesABatchThatGrowsAndIsReused(SignatureEngine engine) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        SignatureBatch batch = new SignatureBatch(0);
        for (int round = 0; round < 2; round++) {
            batch.clear();
            BitSet expected = new BitSet();
            for (int i = 0; i < 70; i++) {
                KeyPair pair = generator.generateKeyPair();
                byte[] message = {(byte) round, (byte) i};
                Signature signer = Signature.getInstance("SHA256withECDSA");
                signer.initSign(pair.getPrivate());
                signer.update(message);
                byte[] signature = signer.sign();
                if (i % 3 == 0) {
                    message[0] ^= 4;
                } else {
                    expected.set(i);
                }
                P256PublicKey key = key(pair.getPublic().getEncoded());
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(message);
                SignatureForm form = i % 2 == 0
                        ? batch.addDer(key, digest, 0, signature, 0, signature.length)
                        : batch.addSignedDer(key, message, 0, message.length, signature, 0, signature.length);
                assertThat(form).isEqualTo(SignatureForm.OK);
                assertThat(batch.addDer(key, digest, 0, signature, 0, signature.length - 1))
                        .isNotEqualTo(SignatureForm.OK);
                assertThat(batch.addSignedDer(key, message, 0, 2, signature, 0, signature.length - 1))
                        .isNotEqualTo(SignatureForm.OK);
                assertThat(batch.key(i)).isSameAs(key);
            }
            assertThat(batch.size()).isEqualTo(70);
            BitSet verified = new BitSet();
            verified.set(0, 70);
            engine.verify(batch, verified);
            assertThat(verified).isEqualTo(expected);
        }
    }

    /** (r, n - s) is valid whenever (r, s) is valid, so different bytes can be valid signatures of one message. */
    @ParameterizedTest
    @MethodSource("engines")
    void acceptsHighS(SignatureEngine engine) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair pair = generator.generateKeyPair();
        Signature signer = Signature.getInstance("SHA256withECDSAinP1363Format");
        signer.initSign(pair.getPrivate());
        signer.update((byte) 1);
        byte[] signature = signer.sign();
        byte[] other = signature.clone();
        BigInteger s = P256.N.subtract(new BigInteger(1, signature, 32, 32));
        byte[] bytes = s.toByteArray();
        Arrays.fill(other, 32, 64, (byte) 0);
        int length = Math.min(32, bytes.length);
        System.arraycopy(bytes, bytes.length - length, other, 64 - length, length);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(new byte[] {1});
        P256PublicKey key = key(pair.getPublic().getEncoded());
        SignatureBatch batch = new SignatureBatch(2);
        batch.addP1363(key, digest, 0, signature, 0, 64);
        batch.addP1363(key, digest, 0, other, 0, 64);
        assertThat(engine.verify(batch).cardinality()).isEqualTo(2);
    }

    private static P256PublicKey key(byte[] spki) {
        return (P256PublicKey) P256PublicKey.parse(spki);
    }

    private static SignatureEngine constant(boolean answer) {
        return new SignatureEngine() {
            @Override
            public String name() {
                return "constant";
            }

            @Override
            public void verify(SignatureBatch batch, BitSet verified) {
                verified.set(0, batch.size(), answer);
            }
        };
    }
}
