// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.BitSet;
import java.util.Collection;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A fast engine under observation: some of its answers, picked at random, are checked on Bouncy Castle by a thread of its own. With
 * the first one that is wrong, or when the engine fails altogether, Bouncy Castle answers alone until the process ends: a wrong
 * "valid" would be a hole, and whoever found one would use it.
 */
final class ObservedEngine implements SignatureEngine {
    private static final Logger LOG = System.getLogger(ObservedEngine.class.getName());
    private static final int QUEUE = 256;

    private final SignatureEngine fast;
    private final SignatureEngine oracle;
    private final int checkOneIn;
    private final LongAdder checked = new LongAdder();
    private final LongAdder disagreements = new LongAdder();
    private final ThreadPoolExecutor checker = new ThreadPoolExecutor(
            1,
            1,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(QUEUE),
            Thread.ofPlatform().daemon().name("p256-check").factory());
    private final AtomicBoolean trusted = new AtomicBoolean(true);

    /** @param checkOneIn one in so many answers is checked; 0 checks none */
    ObservedEngine(SignatureEngine fast, SignatureEngine oracle, int checkOneIn) {
        this.fast = fast;
        this.oracle = oracle;
        this.checkOneIn = checkOneIn;
        checker.allowCoreThreadTimeOut(true);
    }

    @Override
    public String name() {
        return fast.name();
    }

    @Override
    public void verify(SignatureBatch batch, BitSet verified) {
        if (trusted.get()) {
            try {
                fast.verify(batch, verified);
                pick(batch, verified);
                return;
            } catch (RuntimeException e) {
                distrust("it failed", e);
            }
        }
        oracle.verify(batch, verified);
    }

    /** Every answer has the same chance to be picked. */
    private void pick(SignatureBatch batch, BitSet verified) {
        if (checkOneIn == 0) {
            return;
        }
        for (long i = ThreadLocalRandom.current().nextInt(checkOneIn); i < batch.size(); i += checkOneIn) {
            int entry = (int) i;
            SignatureBatch one = new SignatureBatch(1);
            one.addFrom(batch, entry);
            boolean answer = verified.get(entry);
            try {
                checker.execute(() -> check(one, answer));
            } catch (RejectedExecutionException e) {
                LOG.log(Level.DEBUG, "too much to check: an answer goes unchecked");
            }
        }
    }

    private void check(SignatureBatch one, boolean answer) {
        checked.increment();
        if (oracle.verify(one).get(0) != answer) {
            disagreements.increment();
            distrust(
                    "it answered " + (answer ? "valid" : "not valid") + " and Bouncy Castle the opposite for "
                            + one.describe(0),
                    null);
        }
    }

    private void distrust(String why, @Nullable Throwable cause) {
        if (trusted.getAndSet(false)) {
            LOG.log(
                    Level.ERROR,
                    "The P-256 engine " + name() + " is not used any more: " + why + ". Bouncy Castle takes over.",
                    cause);
        }
    }

    @Override
    public void prepare(Collection<P256PublicKey> keys) {
        fast.prepare(keys);
    }

    @Override
    public EngineFigures figures() {
        EngineFigures figures = fast.figures();
        return new EngineFigures(
                figures.fast(),
                figures.slow(),
                figures.undecided(),
                figures.keys(),
                figures.tablesBuilt(),
                figures.tablesEvicted(),
                figures.tableOctets(),
                checked.sum(),
                disagreements.sum(),
                trusted.get());
    }
}
