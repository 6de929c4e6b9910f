// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.hors;

import java.util.Arrays;
import java.util.Random;

/**
 * Measures how often a forger succeeds: for each of several keys, the forger sees some signatures of random messages
 * and then tries other random messages. Every forged signature is verified against the public key.
 */
public final class ForgerySimulation {
    private static final int MESSAGE_BYTES = 32;

    private final HorsShape shape;
    private final TreeHash hash;
    private final Random random;

    /** Creates a simulation; equal seeds give equal results. */
    public ForgerySimulation(HorsShape shape, HashFamily family, long seed) {
        this.shape = shape;
        this.hash = family.create();
        this.random = new Random(seed);
    }

    /**
     * The result of a simulation.
     *
     * @param signatures signatures that the forger saw of each key
     * @param attempts messages that the forger tried on all keys
     * @param forged messages for which the forger made a valid signature
     * @param standardError standard error of {@link #probability}, from the differences between the keys
     */
    public record Result(int signatures, long attempts, long forged, double standardError) {
        public double probability() {
            return (double) forged / attempts;
        }
    }

    /** Attacks {@code keys} keys with {@code attempts} messages each, after {@code signatures} signatures. */
    public Result run(int signatures, int keys, int attempts) {
        long forged = 0;
        double squares = 0;
        for (int i = 0; i < keys; i++) {
            int hits = attack(signatures, attempts);
            forged += hits;
            double rate = (double) hits / attempts;
            squares += rate * rate;
        }
        double mean = (double) forged / attempts / keys;
        double variance = Math.max(0, squares / keys - mean * mean);
        return new Result(signatures, (long) keys * attempts, forged, Math.sqrt(variance / keys));
    }

    private int attack(int signatures, int attempts) {
        byte[] seed = new byte[hash.secretBytes()];
        random.nextBytes(seed);
        HorsKey key = HorsKey.of(seed, shape, hash);
        HorsForger forger = new HorsForger(shape, hash);
        for (int i = 0; i < signatures; i++) {
            byte[] message = message();
            forger.observe(message, key.sign(message, hash));
        }
        int hits = 0;
        for (int i = 0; i < attempts; i++) {
            hits += succeeds(forger, key.publicKey(), message()) ? 1 : 0;
        }
        return hits;
    }

    private boolean succeeds(HorsForger forger, byte[] publicKey, byte[] message) {
        return forger.forge(message)
                .map(signature -> {
                    boolean valid = signature
                            .publicKey(message, 0, shape, hash)
                            .filter(key -> Arrays.equals(key, publicKey))
                            .isPresent();
                    if (!valid) {
                        throw new IllegalStateException("a forged signature does not verify");
                    }
                    return true;
                })
                .orElse(false);
    }

    private byte[] message() {
        byte[] message = new byte[MESSAGE_BYTES];
        random.nextBytes(message);
        return message;
    }
}
