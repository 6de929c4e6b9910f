// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.contracts.Metrics;
import org.pathproof.wire.Bytes;

/**
 * Verifies signatures, each only once: what was answered lately is remembered, and what stands twice in a batch is asked once. The same
 * signature reaches a network through several routers, and again with every table that is sent anew.
 *
 * <p>An answer is remembered under SHA-256 over key, digest and signature, so that it cannot be had for other octets. Whether the key
 * is authorised is no part of it.
 */
public final class Prover implements SignatureVerifier {
    private final SignatureVerifier engine;
    private final Cache<Bytes, Boolean> memo;
    private final Counter verified;
    private final Counter remembered;
    private final DistributionSummary batches;

    /** Asks {@code engine} what it does not remember, and remembers up to {@code memoSize} answers. */
    public Prover(SignatureVerifier engine, long memoSize, MeterRegistry registry) {
        this.engine = engine;
        this.memo = Caffeine.newBuilder().maximumSize(memoSize).build();
        this.verified = Counter.builder(Metrics.SIGNATURES)
                .description("Signatures verified by the engine")
                .register(registry);
        this.remembered = Counter.builder(Metrics.SIGNATURES_REMEMBERED)
                .description("Signatures whose answer was known from before")
                .register(registry);
        this.batches = DistributionSummary.builder(Metrics.SIGNATURE_BATCH)
                .description("Signatures given to the engine at a time")
                .register(registry);
    }

    @Override
    public BitSet verify(List<SignatureCheck> checks) {
        BitSet answers = new BitSet(checks.size());
        Map<Bytes, BitSet> open = HashMap.newHashMap(checks.size());
        List<SignatureCheck> questions = new ArrayList<>();
        List<Map.Entry<Bytes, BitSet>> askers = new ArrayList<>();
        MessageDigest sha256 = sha256();
        for (int i = 0; i < checks.size(); i++) {
            SignatureCheck check = checks.get(i);
            Bytes name = name(check, sha256);
            Boolean known = memo.getIfPresent(name);
            if (known != null) {
                answers.set(i, known);
                remembered.increment();
                continue;
            }
            BitSet same = open.get(name);
            if (same == null) {
                same = new BitSet();
                open.put(name, same);
                askers.add(Map.entry(name, same));
                questions.add(check);
            } else {
                remembered.increment();
            }
            same.set(i);
        }
        if (!questions.isEmpty()) {
            BitSet found = engine.verify(questions);
            for (int q = 0; q < questions.size(); q++) {
                memo.put(askers.get(q).getKey(), found.get(q));
                if (found.get(q)) {
                    answers.or(askers.get(q).getValue());
                }
            }
            verified.increment(questions.size());
            batches.record(questions.size());
        }
        return answers;
    }

    private static Bytes name(SignatureCheck check, MessageDigest sha256) {
        Bytes spki = check.key().spki();
        // Lengths first, so that no two questions give the same octets. The suite says which algorithm is meant.
        sha256.update((byte) check.suite());
        sha256.update((byte) (spki.length() >>> 8));
        sha256.update((byte) spki.length());
        sha256.update(spki.asByteBuffer());
        sha256.update(check.digest().asByteBuffer());
        sha256.update(check.signature().asByteBuffer());
        return Bytes.wrap(sha256.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
