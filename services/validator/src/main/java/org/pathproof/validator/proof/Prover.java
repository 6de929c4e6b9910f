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
 * Avoids repeated verification of signatures: recent answers are cached ({@link SignatureMemo}), and duplicates in a
 * batch are verified once. A network receives the same signature from several routers, and again with every table
 * transfer. The answer does not depend on the authorisation of the key.
 */
public final class Prover implements SignatureVerifier {
    private final SignatureVerifier engine;
    private final BooleanSupplier isTrusted;
    private final SignatureMemo memo;
    /** Answers are found under the names with which they were cached. */
    private volatile SignatureNames names = new SignatureNames();

    private final AtomicBoolean wasTrusted = new AtomicBoolean(true);
    private final Counter verified;
    private final Counter remembered;
    private final DistributionSummary batches;

    /** Creates a prover whose engine is always trusted. */
    public Prover(SignatureVerifier engine, long memoSize, MeterRegistry registry) {
        this(engine, () -> true, memoSize, registry);
    }

    /**
     * Creates a prover.
     *
     * @param engine answers checks that are not cached
     * @param isTrusted returns false once an answer of {@code engine} was wrong; all cached answers are then forgotten
     * @param memoSize maximum number of cached answers
     */
    public Prover(SignatureVerifier engine, BooleanSupplier isTrusted, long memoSize, MeterRegistry registry) {
        this.engine = engine;
        this.isTrusted = isTrusted;
        this.memo = new SignatureMemo(memoSize);
        this.verified = Counter.builder(EngineMetricNames.SIGNATURES)
                .description("Signatures verified by the engine")
                .register(registry);
        this.remembered = Counter.builder(EngineMetricNames.SIGNATURES_REMEMBERED)
                .description("Signatures whose answer was cached")
                .register(registry);
        this.batches = DistributionSummary.builder(EngineMetricNames.SIGNATURE_BATCH)
                .description("Signatures in one call of the engine")
                .register(registry);
        Gauge.builder(EngineMetricNames.SIGNATURES_KNOWN, memo, SignatureMemo::size)
                .description("Cached answers about signatures")
                .register(registry);
    }

    @Override
    public AlgorithmSuites suites() {
        return engine.suites();
    }

    /**
     * Returns a condition that holds while answers from now on can be used. It is false once the engine that is trusted
     * now has given a wrong answer.
     */
    BooleanSupplier answersFromNow() {
        boolean trusted = isTrusted.getAsBoolean();
        return () -> !trusted || isTrusted.getAsBoolean();
    }

    /** Verifies again if the engine gives a wrong answer meanwhile: other answers may be wrong, too. */
    @Override
    public BitSet verify(List<SignatureCheck> checks) {
        BooleanSupplier usable = answersFromNow();
        BitSet answers = verifyOnce(checks);
        return usable.getAsBoolean() ? answers : verifyOnce(checks);
    }

    private BitSet verifyOnce(List<SignatureCheck> checks) {
        int size = checks.size();
        BitSet answers = new BitSet(size);
        if (size == 0) {
            return answers;
        }
        Open open = new Open(size);
        SignatureNames.Maker name = currentNames().new Maker();
        for (int i = 0; i < size; i++) {
            SignatureCheck check = checks.get(i);
            name.make(check);
            switch (memo.find(name.first(), name.second())) {
                case VERIFIES -> answers.set(i);
                case DOES_NOT_VERIFY -> {}
                case UNKNOWN -> open.add(i, check, name.first(), name.second());
            }
        }
        int asked = open.questions.size();
        if (asked > 0) {
            BitSet found = engine.verify(open.questions);
            for (int q = 0; q < asked; q++) {
                memo.put(open.first[q], open.second[q], found.get(q));
            }
            open.spread(found, answers);
            verified.increment(asked);
            batches.record(asked);
        }
        remembered.increment(size - (double) asked);
        return answers;
    }

    /** Returns new names after a wrong answer of the engine, so that no answer cached before is found. */
    private SignatureNames currentNames() {
        if (!isTrusted.getAsBoolean() && wasTrusted.getAndSet(false)) {
            names = new SignatureNames();
        }
        return names;
    }

    /** The distinct questions of a batch without a cached answer, and the checks that need each answer. */
    private static final class Open {
        final List<SignatureCheck> questions;
        final long[] first;
        final long[] second;
        /** Hash table of question numbers plus 1, with linear probing; 0 is free. */
        private final int[] slots;

        private final int[] askers;
        private final int[] questionOf;
        private int asking;

        Open(int size) {
            questions = new ArrayList<>(size);
            first = new long[size];
            second = new long[size];
            askers = new int[size];
            questionOf = new int[size];
            slots = new int[Integer.highestOneBit(size) << 2];
        }

        void add(int asker, SignatureCheck check, long nameFirst, long nameSecond) {
            int slot = (int) nameSecond & slots.length - 1;
            int question = slots[slot] - 1;
            while (question >= 0 && (first[question] != nameFirst || second[question] != nameSecond)) {
                slot = slot + 1 & slots.length - 1;
                question = slots[slot] - 1;
            }
            if (question < 0) {
                question = questions.size();
                questions.add(check);
                first[question] = nameFirst;
                second[question] = nameSecond;
                slots[slot] = question + 1;
            }
            askers[asking] = asker;
            questionOf[asking++] = question;
        }

        void spread(BitSet found, BitSet answers) {
            for (int i = 0; i < asking; i++) {
                if (found.get(questionOf[i])) {
                    answers.set(askers[i]);
                }
            }
        }
    }
}
