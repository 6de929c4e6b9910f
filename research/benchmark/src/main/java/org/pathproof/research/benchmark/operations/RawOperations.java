// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark.operations;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;
import org.pathproof.lab.sign.BatchSigner;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.P256PublicKey;
import org.pathproof.p256.SignatureBatch;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.p256.SignatureForm;
import org.pathproof.wire.Bytes;

/**
 * Rates of signing and verification of single messages of 1,024 bytes, as in the published measurement. The keys take
 * turns.
 */
public final class RawOperations {
    /** Number of signatures that the batch forms of signer and engine handle in one call. */
    public static final int BATCH = 512;

    private static final int MESSAGE_BYTES = 1024;
    private static final int KEYS = 64;
    private static final long SEED = 69;

    private final Curve curve;
    private final List<KeyPair> pairs = new ArrayList<>();
    private final List<byte[]> messages = new ArrayList<>();
    private final List<byte[]> digests = new ArrayList<>();
    private final List<byte[]> signatures = new ArrayList<>();

    /** A curve with its hash function. */
    public enum Curve {
        P256("p-256", "secp256r1", "SHA-256", "SHA256withECDSA"),
        P384("p-384", "secp384r1", "SHA-384", "SHA384withECDSA");

        /** Name of the parameter set. */
        public final String parameters;

        private final String jdkName;
        private final String hash;
        private final String signature;

        Curve(String parameters, String jdkName, String hash, String signature) {
            this.parameters = parameters;
            this.jdkName = jdkName;
            this.hash = hash;
            this.signature = signature;
        }
    }

    /** Operations whose rate is measured. */
    public enum Operation {
        SIGN_HASH,
        SIGN_MESSAGE,
        VERIFY_HASH,
        VERIFY_MESSAGE
    }

    /**
     * A measured rate.
     *
     * @param by {@code JDK}, {@code Pathproof, one} or {@code Pathproof, batch}; the lab's signer signs for Pathproof
     */
    public record Rate(Curve curve, Operation operation, String by, double perSecond) {}

    /** Names in {@link Rate#by}. */
    static final String JDK = "JDK";

    static final String ONE = "Pathproof, one";
    static final String BATCHED = "Pathproof, batch";

    private RawOperations(Curve curve) throws GeneralSecurityException {
        this.curve = curve;
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(curve.jdkName));
        Random random = new Random(SEED);
        Signature signer = Signature.getInstance(curve.signature);
        for (int i = 0; i < KEYS; i++) {
            KeyPair pair = generator.generateKeyPair();
            byte[] message = new byte[MESSAGE_BYTES];
            random.nextBytes(message);
            signer.initSign(pair.getPrivate());
            signer.update(message);
            pairs.add(pair);
            messages.add(message);
            digests.add(digest(message));
            signatures.add(signer.sign());
        }
    }

    /**
     * Measures all rates.
     *
     * @param nanos returns the CPU time of one call of an operation in nanoseconds
     */
    public static List<Rate> measure(ToDoubleFunction<IntConsumer> nanos) {
        List<Rate> rates = new ArrayList<>();
        try {
            for (Curve curve : Curve.values()) {
                RawOperations operations = new RawOperations(curve);
                rates.addAll(operations.jdk(nanos));
                if (curve == Curve.P256) {
                    rates.addAll(operations.own(nanos));
                }
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK does not support the curves of the measurement", e);
        }
        return rates;
    }

    private List<Rate> jdk(ToDoubleFunction<IntConsumer> nanos) throws GeneralSecurityException {
        Signature ofHash = Signature.getInstance("NONEwithECDSA");
        Signature ofMessage = Signature.getInstance(curve.signature);
        return List.of(
                rate(Operation.SIGN_HASH, JDK, 1, nanos, i -> sign(ofHash, digests, i)),
                rate(Operation.SIGN_MESSAGE, JDK, 1, nanos, i -> sign(ofMessage, messages, i)),
                rate(Operation.VERIFY_HASH, JDK, 1, nanos, i -> verify(ofHash, digests, i)),
                rate(Operation.VERIFY_MESSAGE, JDK, 1, nanos, i -> verify(ofMessage, messages, i)));
    }

    private void sign(Signature signer, List<byte[]> inputs, int i) {
        try {
            signer.initSign(pairs.get(i % KEYS).getPrivate());
            signer.update(inputs.get(i % KEYS));
            signer.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK cannot sign", e);
        }
    }

    private void verify(Signature verifier, List<byte[]> inputs, int i) {
        try {
            verifier.initVerify(pairs.get(i % KEYS).getPublic());
            verifier.update(inputs.get(i % KEYS));
            if (!verifier.verify(signatures.get(i % KEYS))) {
                throw new IllegalStateException("a valid signature does not verify");
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK cannot verify", e);
        }
    }

    private List<Rate> own(ToDoubleFunction<IntConsumer> nanos) {
        BatchSigner signer = new BatchSigner();
        SignatureEngine engine = SignatureEngines.select(EngineSettings.fromSystem());
        List<P256PublicKey> keys = pairs.stream()
                .map(pair -> (P256PublicKey) P256PublicKey.parse(pair.getPublic()))
                .toList();
        engine.prepare(keys);
        SignatureBatch batch = new SignatureBatch(BATCH);
        List<Rate> rates = new ArrayList<>();
        for (int size : new int[] {1, BATCH}) {
            String by = size == 1 ? ONE : BATCHED;
            rates.add(rate(Operation.SIGN_HASH, by, size, nanos, i -> signer.sign(requests(i, size, false))));
            rates.add(rate(Operation.SIGN_MESSAGE, by, size, nanos, i -> signer.sign(requests(i, size, true))));
            rates.add(rate(Operation.VERIFY_HASH, by, size, nanos, i -> {
                for (int k = i; k < i + size; k++) {
                    add(batch, keys, k, digests.get(k % KEYS));
                }
                verify(engine, batch, size);
            }));
            rates.add(rate(Operation.VERIFY_MESSAGE, by, size, nanos, i -> {
                for (int k = i; k < i + size; k++) {
                    add(batch, keys, k, digest(messages.get(k % KEYS)));
                }
                verify(engine, batch, size);
            }));
        }
        return rates;
    }

    private List<BatchSigner.Request> requests(int first, int size, boolean hash) {
        List<BatchSigner.Request> requests = new ArrayList<>(size);
        for (int i = first; i < first + size; i++) {
            byte[] digest = hash ? digest(messages.get(i % KEYS)) : digests.get(i % KEYS);
            ECPrivateKey key = (ECPrivateKey) pairs.get(i % KEYS).getPrivate();
            requests.add(new BatchSigner.Request(Bytes.wrap(digest), key.getS()));
        }
        return requests;
    }

    private void add(SignatureBatch batch, List<P256PublicKey> keys, int i, byte[] digest) {
        byte[] signature = signatures.get(i % KEYS);
        if (batch.addDer(keys.get(i % KEYS), digest, 0, signature, 0, signature.length) != SignatureForm.OK) {
            throw new IllegalStateException("a valid signature is malformed");
        }
    }

    private static void verify(SignatureEngine engine, SignatureBatch batch, int size) {
        if (engine.verify(batch).cardinality() != size) {
            throw new IllegalStateException("a valid signature does not verify");
        }
        batch.clear();
    }

    private Rate rate(Operation operation, String by, int size, ToDoubleFunction<IntConsumer> nanos, IntConsumer work) {
        return new Rate(curve, operation, by, size * 1e9 / nanos.applyAsDouble(work));
    }

    private byte[] digest(byte[] message) {
        try {
            return MessageDigest.getInstance(curve.hash).digest(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-2", e);
        }
    }
}
