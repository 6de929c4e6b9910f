// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.pathproof.bgpsec.AlgorithmSuites;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.contracts.metrics.EngineMetricNames;

/**
 * Avoids repeated verification of signatures: recent results are cached ({@link SignatureCache}), and duplicates in a
 * batch are verified once. A network receives the same signature from several routers, and again with every table
 * transfer. The result does not depend on the authorisation of the key.
 */
public final class CachingVerifier implements SignatureVerifier {
    private final SignatureVerifier engine;
    private final BooleanSupplier isTrusted;
    private final SignatureCache cache;
    /** SignatureResults are found under the names with which they were cached. */
    private volatile SignatureCacheKeys keys = new SignatureCacheKeys();

    private final AtomicBoolean wasTrusted = new AtomicBoolean(true);
    private final Counter verified;
    private final Counter remembered;
    private final DistributionSummary batches;

    /** Creates a caching verifier whose engine is always trusted. */
    public CachingVerifier(SignatureVerifier engine, long cacheSize, MeterRegistry registry) {
        this(engine, () -> true, cacheSize, registry);
    }

    /**
     * Creates a caching verifier.
     *
     * @param engine verifies the checks that are not cached
     * @param isTrusted returns false once a result of {@code engine} was wrong; all cached results are then discarded
     * @param cacheSize maximum number of cached results
     */
    public CachingVerifier(
            SignatureVerifier engine, BooleanSupplier isTrusted, long cacheSize, MeterRegistry registry) {
        this.engine = engine;
        this.isTrusted = isTrusted;
        this.cache = new SignatureCache(cacheSize);
        this.verified = Counter.builder(EngineMetricNames.SIGNATURES).register(registry);
        this.remembered =
                Counter.builder(EngineMetricNames.SIGNATURES_REMEMBERED).register(registry);
        this.batches =
                DistributionSummary.builder(EngineMetricNames.SIGNATURE_BATCH).register(registry);
        Gauge.builder(EngineMetricNames.SIGNATURES_KNOWN, cache, SignatureCache::size)
                .register(registry);
    }

    @Override
    public AlgorithmSuites suites() {
        return engine.suites();
    }

    /**
     * Returns a condition that holds while results from now on can be used. The condition is false once the engine that
     * is trusted now has given a wrong result.
     */
    BooleanSupplier trustedFromNow() {
        boolean trusted = isTrusted.getAsBoolean();
        return () -> !trusted || isTrusted.getAsBoolean();
    }

    /** Returns false once a result of the engine was wrong. */
    public boolean isTrusted() {
        return isTrusted.getAsBoolean();
    }

    /** Counts signatures that were not verified because a stored row has the proof of their path. */
    void countRemembered(int signatures) {
        remembered.increment(signatures);
    }

    /** Verifies again if the engine gives a wrong result meanwhile: other results may be wrong, too. */
    @Override
    public BitSet verify(List<SignatureCheck> checks) {
        BooleanSupplier usable = trustedFromNow();
        BitSet results = verifyOnce(checks);
        return usable.getAsBoolean() ? results : verifyOnce(checks);
    }

    private BitSet verifyOnce(List<SignatureCheck> checks) {
        int size = checks.size();
        BitSet results = new BitSet(size);
        if (size == 0) {
            return results;
        }
        UncachedChecks uncached = new UncachedChecks(size);
        SignatureCacheKeys.Builder key = currentKeys().new Builder();
        for (int i = 0; i < size; i++) {
            SignatureCheck check = checks.get(i);
            key.build(check);
            switch (cache.find(key.first(), key.second())) {
                case VERIFIES -> results.set(i);
                case DOES_NOT_VERIFY -> {}
                case UNKNOWN -> uncached.add(i, check, key.first(), key.second());
            }
        }
        int count = uncached.checks.size();
        if (count > 0) {
            BitSet found = engine.verify(uncached.checks);
            for (int c = 0; c < count; c++) {
                cache.put(uncached.first[c], uncached.second[c], found.get(c));
            }
            uncached.copyResults(found, results);
            verified.increment(count);
            batches.record(count);
        }
        remembered.increment(size - (double) count);
        return results;
    }

    /** Returns new keys after a wrong result of the engine, so that no result cached before is found. */
    private SignatureCacheKeys currentKeys() {
        if (!isTrusted.getAsBoolean() && wasTrusted.getAndSet(false)) {
            keys = new SignatureCacheKeys();
        }
        return keys;
    }

    /** The distinct checks of a batch without a cached result, and the checks of the batch that need each result. */
    private static final class UncachedChecks {
        final List<SignatureCheck> checks;
        final long[] first;
        final long[] second;
        /** Hash table of indices in {@link #checks} plus 1, with linear probing; 0 is free. */
        private final int[] slots;

        /** Indices in the batch. */
        private final int[] requesters;

        /** For each requester, the index of its check in {@link #checks}. */
        private final int[] checkOf;

        private int requesterCount;

        UncachedChecks(int size) {
            checks = new ArrayList<>(size);
            first = new long[size];
            second = new long[size];
            requesters = new int[size];
            checkOf = new int[size];
            slots = new int[Integer.highestOneBit(size) << 2];
        }

        void add(int requester, SignatureCheck check, long keyFirst, long keySecond) {
            int slot = (int) keySecond & slots.length - 1;
            int index = slots[slot] - 1;
            while (index >= 0 && (first[index] != keyFirst || second[index] != keySecond)) {
                slot = slot + 1 & slots.length - 1;
                index = slots[slot] - 1;
            }
            if (index < 0) {
                index = checks.size();
                checks.add(check);
                first[index] = keyFirst;
                second[index] = keySecond;
                slots[slot] = index + 1;
            }
            requesters[requesterCount] = requester;
            checkOf[requesterCount++] = index;
        }

        /** Copies the results of the distinct checks to all checks of the batch. */
        void copyResults(BitSet found, BitSet results) {
            for (int i = 0; i < requesterCount; i++) {
                if (found.get(checkOf[i])) {
                    results.set(requesters[i]);
                }
            }
        }
    }
}
