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
 * A fast engine whose results are sampled at random and rechecked with Bouncy Castle on a separate thread. After the
 * first wrong result or exception of the fast engine, only Bouncy Castle verifies, because an attacker could reuse a
 * signature that was wrongly accepted.
 */
final class ObservedEngine implements SignatureEngine {
    private static final Logger log = System.getLogger(ObservedEngine.class.getName());
    private static final int MAX_QUEUED_CHECKS = 256;

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
            new LinkedBlockingQueue<>(MAX_QUEUED_CHECKS),
            Thread.ofPlatform().daemon().name("p256-check").factory());
    private final AtomicBoolean trusted = new AtomicBoolean(true);

    /** @param checkOneIn the fraction of results to recheck, as 1 in N; 0 disables rechecking */
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
                sample(batch, verified);
                return;
            } catch (RuntimeException e) {
                distrust("it failed", e);
            }
        }
        oracle.verify(batch, verified);
    }

    /** Submits a random sample of results for rechecking. Every result has the same chance. */
    private void sample(SignatureBatch batch, BitSet verified) {
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
                log.log(Level.DEBUG, "Recheck queue full: one result is not rechecked");
            }
        }
    }

    private void check(SignatureBatch one, boolean answer) {
        checked.increment();
        if (oracle.verify(one).get(0) != answer) {
            disagreements.increment();
            distrust(
                    "its answer was " + (answer ? "valid" : "not valid")
                            + " and that of Bouncy Castle the opposite for " + one.describe(0),
                    null);
        }
    }

    private void distrust(String why, @Nullable Throwable cause) {
        if (trusted.getAndSet(false)) {
            log.log(
                    Level.ERROR,
                    "P-256 engine " + name() + " is disabled: " + why + "; Bouncy Castle verifies instead",
                    cause);
        }
    }

    @Override
    public void prepare(Collection<P256PublicKey> keys) {
        fast.prepare(keys);
    }

    @Override
    public void close() {
        checker.close();
        fast.close();
    }

    @Override
    public boolean isTrusted() {
        return trusted.get();
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
                figures.tableBytes(),
                checked.sum(),
                disagreements.sum(),
                trusted.get());
    }
}
