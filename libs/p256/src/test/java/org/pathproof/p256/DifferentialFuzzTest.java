// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * All engines must give the answers of Bouncy Castle, bit by bit: to valid signatures, to corrupted ones, and to those that somebody
 * made who knows how engines work. {@code -Dpathproof.p256.fuzz.cases=10000000} asks more of them, {@code -Dpathproof.p256.fuzz.seed}
 * others.
 */
class DifferentialFuzzTest {
    private static final int CASES = Integer.getInteger("pathproof.p256.fuzz.cases", 20_000);
    private static final long SEED = Long.getLong("pathproof.p256.fuzz.seed", 20261120);
    /** With more cases the engines as services use them, which leave such keys to Bouncy Castle soon, would only ask it again. */
    private static final int EVERY_ENGINE_AT_MOST = 20_000;

    private static final int LARGEST_BATCH = 40;
    private static final int KINDS = 12;
    private static final long MEMORY = 32L << 20;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<TableEngine> natives = new ArrayList<>();
    private final List<SignatureEngine> engines = new ArrayList<>();
    private final List<Secret> secrets = new ArrayList<>();
    private final List<Nonce> nonces = new ArrayList<>();
    private final List<Crafted.Question> largeX = new ArrayList<>();

    private record Secret(BigInteger number, P256PublicKey key) {
        static Secret of(BigInteger number) {
            return new Secret(number, Crafted.key(number));
        }
    }

    private record Nonce(BigInteger inverse, BigInteger r) {
        static Nonce of(BigInteger number) {
            return new Nonce(
                    number.modInverse(P256.N),
                    Crafted.x(P256.G.multiply(number)).mod(P256.N));
        }
    }

    @BeforeEach
    void make() {
        // Keys near G and -G, whose multiples meet those of G; then ordinary ones.
        for (int k = 1; k <= 9; k++) {
            secrets.add(Secret.of(BigInteger.valueOf(k)));
            secrets.add(Secret.of(P256.N.subtract(BigInteger.valueOf(k))));
        }
        secrets.add(Secret.of(P256.N.shiftRight(1)));
        secrets.add(Secret.of(BigInteger.TWO.modInverse(P256.N)));
        for (int bit : new int[] {12, 24, 64, 128, 252, 255}) {
            secrets.add(Secret.of(BigInteger.ONE.shiftLeft(bit).mod(P256.N)));
        }
        for (int i = 0; i < 24; i++) {
            secrets.add(Secret.of(Crafted.scalar(random)));
        }
        for (int i = 0; i < 200; i++) {
            nonces.add(Nonce.of(i < 12 ? BigInteger.valueOf(i + 1) : Crafted.scalar(random)));
        }
        for (int i = 0; i < 20; i++) {
            largeX.add(Crafted.ofLargeX(random));
        }
        if (CASES <= EVERY_ENGINE_AT_MOST) {
            engines.addAll(SignatureEngines.available());
        }
        if (NativeLibrary.get() instanceof NativeLibrary.Loading.Loaded(NativeLibrary library)) {
            for (NativeKernel.Kind kind : NativeKernel.Kind.values()) {
                NativeKernel.open(library, kind).ifPresent(kernel -> {
                    for (TableShape shape : TableShape.values()) {
                        TableEngine engine = unlimited(kernel);
                        secrets.forEach(secret -> assertThat(engine.tables().build(secret.key(), shape))
                                .isTrue());
                        natives.add(engine);
                    }
                });
            }
        }
        engines.addAll(natives);
    }

    /** Crafted signatures must not get the fuzz's keys banned from the kernel that it is to test. */
    private static TableEngine unlimited(Kernel kernel) {
        return new TableEngine(kernel, MEMORY, 1, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    @AfterEach
    void close() {
        natives.forEach(TableEngine::close);
    }

    @Test
    void allEnginesAgreeWithBouncyCastle() {
        SignatureEngine oracle = new BouncyCastleEngine();
        SignatureBatch batch = new SignatureBatch(LARGEST_BATCH);
        BitSet expected = new BitSet();
        BitSet answers = new BitSet();
        int valid = 0;
        int asked = 0;
        while (asked < CASES) {
            batch.clear();
            int size = 1 + random.nextInt(LARGEST_BATCH);
            while (batch.size() < size) {
                Crafted.Question question = question(random.nextInt(KINDS));
                boolean inRange = isScalar(question.r()) && isScalar(question.s());
                assertThat(question.addTo(batch) == SignatureForm.OK).isEqualTo(inRange);
            }
            oracle.verify(batch, expected);
            for (SignatureEngine engine : engines) {
                answers.set(0, size, random.nextBoolean());
                engine.verify(batch, answers);
                if (!answers.equals(expected)) {
                    answers.xor(expected);
                    assertThat(answers)
                            .as("answers of %s (seed %d) differ for %s", engine.name(), SEED, describe(batch, answers))
                            .isEqualTo(new BitSet());
                }
                answers.clear();
            }
            asked += size;
            valid += expected.cardinality();
            expected.clear();
        }
        assertThat(valid).isBetween(asked / 4, asked / 4 * 3);
        for (TableEngine engine : natives) {
            assertThat(engine.figures().fast()).isGreaterThan(asked / 100 * 85L);
        }
        System.getLogger(DifferentialFuzzTest.class.getName())
                .log(
                        System.Logger.Level.INFO,
                        "differential fuzz: " + asked + " cases, " + valid + " valid, seed " + SEED + ", engines "
                                + engines.stream().map(SignatureEngine::name).toList());
    }

    private Crafted.Question question(int kind) {
        Secret secret = secrets.get(random.nextInt(secrets.size()));
        BigInteger digest = digest();
        Crafted.Question valid = signed(secret, digest);
        return switch (kind) {
            case 0 -> with(valid, valid.digest().flipBit(random.nextInt(256)), valid.r(), valid.s());
            case 1 -> with(valid, valid.digest(), valid.r().flipBit(random.nextInt(256)), valid.s());
            case 2 -> with(valid, valid.digest(), valid.r(), valid.s().flipBit(random.nextInt(256)));
            case 3 ->
                new Crafted.Question(secrets.get(random.nextInt(secrets.size())).key(), digest, valid.r(), valid.s());
            case 4 -> with(valid, digest, boundary(), random.nextBoolean() ? boundary() : valid.s());
            case 5 -> with(valid, digest, valid.r(), boundary());
            case 6 -> with(valid, digest, valid.r(), P256.N.subtract(valid.s()));
            case 7 -> with(valid, digest, Crafted.spiky(random), Crafted.spiky(random));
            case 8 -> random.nextInt(20) == 0 ? largeX.get(random.nextInt(largeX.size())) : valid;
            default -> valid;
        };
    }

    private static Crafted.Question with(Crafted.Question question, BigInteger digest, BigInteger r, BigInteger s) {
        return new Crafted.Question(question.key(), digest, r, s);
    }

    private Crafted.Question signed(Secret secret, BigInteger digest) {
        while (true) {
            Nonce nonce = nonces.get(random.nextInt(nonces.size()));
            BigInteger s = digest.add(nonce.r().multiply(secret.number()))
                    .multiply(nonce.inverse())
                    .mod(P256.N);
            if (s.signum() != 0) {
                return new Crafted.Question(secret.key(), digest, nonce.r(), s);
            }
        }
    }

    /** Digests are any 256 bits: 0 makes u1 = 0, and some are larger than n. */
    private BigInteger digest() {
        return switch (random.nextInt(12)) {
            case 0 -> BigInteger.ZERO;
            case 1 -> P256.N;
            case 2 -> P256.N.add(BigInteger.valueOf(random.nextInt(1, 1000)));
            case 3 -> BigInteger.ONE.shiftLeft(256).subtract(BigInteger.valueOf(random.nextInt(1, 1000)));
            case 4 -> Crafted.spiky(random);
            default -> Crafted.scalar(random);
        };
    }

    private BigInteger boundary() {
        BigInteger pMinusN = P256.P.subtract(P256.N);
        return switch (random.nextInt(12)) {
            case 0 -> BigInteger.ZERO;
            case 1 -> BigInteger.ONE;
            case 2 -> P256.N.subtract(BigInteger.ONE);
            case 3 -> P256.N;
            case 4 -> P256.N.add(BigInteger.ONE);
            case 5 -> BigInteger.ONE.shiftLeft(256).subtract(BigInteger.ONE);
            case 6 -> pMinusN;
            case 7 -> pMinusN.subtract(BigInteger.ONE);
            case 8 -> pMinusN.add(BigInteger.ONE);
            case 9 -> BigInteger.TWO;
            case 10 -> P256.N.shiftRight(1);
            default -> BigInteger.ONE.shiftLeft(random.nextInt(256));
        };
    }

    private static boolean isScalar(BigInteger number) {
        return number.signum() > 0 && number.compareTo(P256.N) < 0;
    }

    private static String describe(SignatureBatch batch, BitSet entries) {
        return entries.stream().mapToObj(batch::describe).toList().toString();
    }
}
