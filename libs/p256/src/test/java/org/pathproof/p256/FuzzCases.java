// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.math.BigInteger;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Fills batches with cases whose results are known, from one seed.
 *
 * <p>The secrets of all keys and nonces are known. Let r be the x of k G, with no other x equal to r mod n. Then (r, s)
 * is a signature of the digest e under d G if and only if e + r d = ±k s mod n, which needs no point arithmetic. For an
 * r of unknown k, such as one with a flipped bit, the result is "not valid" except in one of 2^250 cases. The oracles
 * confirm a share of the cases, and all crafted ones.
 */
final class FuzzCases {
    private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(256);

    private final SplittableRandom random;
    private final FuzzKeys keys;
    private final NonceChain nonces;
    private final int oracleOneIn;
    private final Map<FuzzKind, Long> made = new EnumMap<>(FuzzKind.class);
    private long parsed;

    /** Entries of the batch that are valid. */
    final BitSet expected = new BitSet();

    /** Entries of the batch that the oracles confirm. */
    final BitSet undecided = new BitSet();

    FuzzCases(FuzzKeys keys, SplittableRandom random, int oracleOneIn) {
        this.keys = keys;
        this.random = random;
        this.oracleOneIn = oracleOneIn;
        nonces = new NonceChain(random);
    }

    /** Returns the number of cases of each kind, including those that the parsers refused. */
    Map<FuzzKind, Long> made() {
        return made;
    }

    /** Clears the batch and fills it with {@code size} entries. */
    void fill(SignatureBatch batch, int size) {
        batch.clear();
        expected.clear();
        undecided.clear();
        while (batch.size() < size) {
            add(FuzzKind.any(random), batch);
        }
    }

    private void add(FuzzKind kind, SignatureBatch batch) {
        int entry = batch.size();
        switch (kind) {
            case OUT_OF_RANGE -> addOutOfRange(batch);
            case REPEATED -> {
                if (entry > 0) {
                    int earlier = random.nextInt(entry);
                    batch.addFrom(batch, earlier);
                    expected.set(entry, expected.get(earlier));
                } else {
                    return;
                }
            }
            case X_ABOVE_N, X_ABOVE_N_CHANGED -> {
                Crafted.SignatureCase signatureCase = keys.largeX.get(random.nextInt(keys.largeX.size()));
                boolean valid = kind == FuzzKind.X_ABOVE_N;
                BigInteger digest =
                        valid ? signatureCase.digest() : signatureCase.digest().flipBit(random.nextInt(256));
                put(batch, signatureCase.key(), digest, signatureCase.r(), signatureCase.s(), valid);
            }
            case EXCEPTIONAL -> {
                FuzzKeys.Exceptional exceptional = keys.exceptional.get(random.nextInt(keys.exceptional.size()));
                Crafted.SignatureCase signatureCase = exceptional.signatureCase();
                put(
                        batch,
                        signatureCase.key(),
                        signatureCase.digest(),
                        signatureCase.r(),
                        signatureCase.s(),
                        exceptional.valid());
            }
            case SMALL_MULTIPLES -> addSmallMultiples(batch);
            default -> addSigned(kind, batch);
        }
        if (batch.size() > entry && (kind.isCrafted() || random.nextInt(oracleOneIn) == 0)) {
            undecided.set(entry);
        }
        made.merge(kind, 1L, Long::sum);
    }

    private void addSigned(FuzzKind kind, SignatureBatch batch) {
        FuzzKeys.Secret secret = secret();
        BigInteger d = secret.number();
        NonceChain.Nonce nonce = nonces.next();
        BigInteger k = nonce.number();
        BigInteger r = nonce.r();
        BigInteger e = kind == FuzzKind.DIGEST_AT_LIMIT ? digestAtLimit() : number256();
        BigInteger s = e.add(r.multiply(d)).multiply(nonce.inverse()).mod(P256.N);
        switch (kind) {
            case HIGH_S -> s = P256.N.subtract(s);
            case DIGEST_CHANGED -> e = e.flipBit(random.nextInt(256));
            case R_CHANGED -> r = r.flipBit(random.nextInt(256));
            case R_OF_ANOTHER -> {
                NonceChain.Nonce other = nonces.next();
                k = other.number();
                r = other.r();
            }
            case S_CHANGED -> s = s.flipBit(random.nextInt(256));
            case KEY_CHANGED -> {
                secret = secret();
                d = secret.number();
            }
            case S_AT_LIMIT -> {
                s = random.nextBoolean() ? BigInteger.ONE : P256.N.subtract(BigInteger.ONE);
                e = k.multiply(s).subtract(r.multiply(d)).mod(P256.N);
            }
            case NUMBERS_AT_LIMIT -> {
                r = random.nextBoolean() ? limit() : r;
                s = random.nextBoolean() ? limit() : s;
            }
            case SPIKY -> {
                r = Crafted.spiky(random);
                s = Crafted.spiky(random);
            }
            case SUM_IS_INFINITY -> e = r.multiply(d).negate().mod(P256.N);
            default -> {} // unchanged
        }
        boolean known = r.equals(nonce.r()) || kind == FuzzKind.R_OF_ANOTHER;
        put(batch, secret.key(), e, r, s, known && isSignature(e, r, s, d, k));
    }

    /** Returns true if e + r d = ±k s mod n. */
    private static boolean isSignature(BigInteger e, BigInteger r, BigInteger s, BigInteger d, BigInteger k) {
        BigInteger left = e.add(r.multiply(d));
        BigInteger right = k.multiply(s);
        return left.subtract(right).mod(P256.N).signum() == 0
                || left.add(right).mod(P256.N).signum() == 0;
    }

    private void addSmallMultiples(SignatureBatch batch) {
        FuzzKeys.Secret secret = keys.near.get(random.nextInt(keys.near.size()));
        int place = keys.near.indexOf(secret);
        int d = (place / 2 + 1) * (place % 2 == 0 ? 1 : -1);
        int u1 = random.nextInt(-40, 41);
        int u2 = random.nextInt(1, 41) * (random.nextBoolean() ? 1 : -1);
        int k = u1 + u2 * d;
        BigInteger r = keys.multiples.get(k == 0 ? 0 : Math.abs(k) - 1);
        BigInteger s = r.multiply(BigInteger.valueOf(u2).modInverse(P256.N)).mod(P256.N);
        BigInteger e = s.multiply(BigInteger.valueOf(u1)).mod(P256.N);
        put(batch, secret.key(), e, r, s, k != 0);
    }

    private void addOutOfRange(SignatureBatch batch) {
        NonceChain.Nonce nonce = nonces.next();
        BigInteger bad = switch (random.nextInt(4)) {
            case 0 -> BigInteger.ZERO;
            case 1 -> P256.N;
            case 2 -> P256.N.add(BigInteger.valueOf(random.nextInt(1, 1000)));
            default -> LIMIT.subtract(BigInteger.ONE);
        };
        boolean first = random.nextBoolean();
        put(batch, secret().key(), number256(), first ? bad : nonce.r(), first ? nonce.r() : bad, false);
    }

    /** Adds a case with the two parsers in turn. Both must accept and refuse the same numbers. */
    private void put(
            SignatureBatch batch, P256PublicKey key, BigInteger digest, BigInteger r, BigInteger s, boolean valid) {
        int entry = batch.size();
        Crafted.SignatureCase signatureCase = new Crafted.SignatureCase(key, digest, r, s);
        SignatureForm form = (parsed++ & 1) == 0 ? signatureCase.addTo(batch) : signatureCase.addDerTo(batch);
        SignatureForm right = isScalar(r) && isScalar(s) ? SignatureForm.OK : SignatureForm.OUT_OF_RANGE;
        if (form != right) {
            throw new AssertionError("the parser says " + form + " of " + signatureCase);
        }
        if (form == SignatureForm.OK) {
            expected.set(entry, valid);
        }
    }

    private FuzzKeys.Secret secret() {
        List<FuzzKeys.Secret> from = random.nextInt(128) == 0 ? keys.withoutTable : keys.secrets;
        return from.get(random.nextInt(from.size()));
    }

    private BigInteger number256() {
        byte[] bytes = new byte[P256.BYTES];
        random.nextBytes(bytes);
        return new BigInteger(1, bytes);
    }

    private BigInteger digestAtLimit() {
        return switch (random.nextInt(5)) {
            case 0 -> BigInteger.ZERO;
            case 1 -> P256.N;
            case 2 -> P256.N.add(BigInteger.valueOf(random.nextInt(1, 1000)));
            case 3 -> LIMIT.subtract(BigInteger.valueOf(random.nextInt(1, 1000)));
            default -> Crafted.spiky(random);
        };
    }

    private BigInteger limit() {
        BigInteger pMinusN = P256.P.subtract(P256.N);
        return switch (random.nextInt(9)) {
            case 0 -> BigInteger.ONE;
            case 1 -> BigInteger.TWO;
            case 2 -> P256.N.subtract(BigInteger.ONE);
            case 3 -> pMinusN;
            case 4 -> pMinusN.subtract(BigInteger.ONE);
            case 5 -> pMinusN.add(BigInteger.ONE);
            case 6 -> P256.N.shiftRight(1);
            case 7 ->
                BigInteger.ONE.shiftLeft(52 * random.nextInt(1, 5)).add(BigInteger.valueOf(random.nextInt(-1, 2)));
            default -> BigInteger.ONE.shiftLeft(random.nextInt(256));
        };
    }

    private static boolean isScalar(BigInteger number) {
        return number.signum() > 0 && number.compareTo(P256.N) < 0;
    }
}
