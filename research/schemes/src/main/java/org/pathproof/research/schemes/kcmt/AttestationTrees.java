// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kcmt;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.research.schemes.hors.HorsKey;
import org.pathproof.research.schemes.hors.HorsShape;
import org.pathproof.research.schemes.hors.HorsSignature;
import org.pathproof.research.schemes.hors.TreeHash;
import org.pathproof.wire.Bytes;

/**
 * The attestation keys of a speaker: the key that it issues to its neighbors at present, and the trees of the keys that
 * it received. A received tree is computed at its first signature and kept, so that later signatures hash the message
 * only. Not thread-safe.
 */
public final class AttestationTrees {
    /** Trees of 512 leaves with nodes of 8 bytes and values of 16 bytes need 16 KB each. */
    private static final int MAX_TREES = 1024;

    private final HorsShape shape;
    private final TreeHash hash;
    private final int maxSignatures;
    private final SecureRandom random;
    private Issued issued = new Issued(Bytes.EMPTY, Bytes.EMPTY);
    private int remaining;
    private final Map<Bytes, HorsKey> received = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Bytes, HorsKey> eldest) {
            return size() > MAX_TREES;
        }
    };

    /**
     * A pair of attestation keys.
     *
     * @param seed the private key
     */
    public record Issued(Bytes seed, Bytes publicKey) {}

    public AttestationTrees(KcMtParameters choice, TreeHash hash, SecureRandom random) {
        this.shape = choice.shape();
        this.hash = hash;
        this.maxSignatures = choice.maxSignatures();
        this.random = random;
    }

    /**
     * Returns the attestation keys for a message to some neighbors. Each of these neighbors can sign once with the
     * private key. Issues a new pair if the present private key would sign too often.
     *
     * @param neighbors at most the number of signatures of a key
     */
    public Issued issue(int neighbors) {
        if (neighbors > maxSignatures) {
            throw new IllegalArgumentException(
                    "message to " + neighbors + " neighbors: a key signs " + maxSignatures + " times");
        }
        if (remaining < neighbors) {
            byte[] seed = new byte[hash.secretBytes()];
            random.nextBytes(seed);
            issued = new Issued(
                    Bytes.wrap(seed), Bytes.wrap(HorsKey.of(seed, shape, hash).publicKey()));
            remaining = maxSignatures;
        }
        remaining -= neighbors;
        return issued;
    }

    /** Splits the receivers of a message, so that an issued key can sign one message of each receiver. */
    public List<List<Long>> groups(List<Long> receivers) {
        List<List<Long>> groups = new ArrayList<>();
        for (int from = 0; from < receivers.size(); from += maxSignatures) {
            groups.add(receivers.subList(from, Math.min(receivers.size(), from + maxSignatures)));
        }
        return groups;
    }

    /** Signs with a received private key. */
    public HorsSignature sign(Bytes seed, byte[] message) {
        return received.computeIfAbsent(seed, one -> HorsKey.of(one.toArray(), shape, hash))
                .sign(message, hash);
    }
}
