// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.site;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.pathproof.lab.Lab;
import org.pathproof.lab.attacks.Attack;

/**
 * Reads the verdicts on the attacks of a lab one after another, in a thread of its own. Counts wrong ones, and measures
 * the time without a response. The routes of attacks do not change during churn, so each verdict must stay right.
 */
public final class VerdictWatch implements AutoCloseable {
    private static final long INTERVAL_MS = 100;

    private final Lab lab;
    private final SiteApi api;
    private final CountDownLatch closed = new CountDownLatch(1);
    private int answers;
    private int wrong;
    private long lastAnswer = System.nanoTime();
    private long longestGapNanos;

    /** Starts to watch. */
    public VerdictWatch(Lab lab, SiteApi api) {
        this.lab = lab;
        this.api = api;
        Thread.ofVirtual().name("verdict-watch").start(this::watch);
    }

    /** Returns the number of verdicts that were read. */
    public synchronized int answers() {
        return answers;
    }

    /** Returns the number of verdicts that differed from the expected ones. */
    public synchronized int wrong() {
        return wrong;
    }

    /** Returns the longest time without a verdict. */
    public synchronized Duration longestGap() {
        return Duration.ofNanos(Math.max(longestGapNanos, System.nanoTime() - lastAnswer));
    }

    @Override
    public void close() {
        closed.countDown();
    }

    private void watch() {
        try {
            while (true) {
                for (Attack attack : lab.attacks()) {
                    if (closed.await(INTERVAL_MS, TimeUnit.MILLISECONDS)) {
                        return;
                    }
                    api.verdict(attack.prefix()).ifPresent(verdict -> count(attack, verdict));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void count(Attack attack, SiteApi.Verdict verdict) {
        long now = System.nanoTime();
        longestGapNanos = Math.max(longestGapNanos, now - lastAnswer);
        lastAnswer = now;
        answers++;
        if (!attack.expected().agrees(verdict.state(), verdict.findings(), verdict.origin(), verdict.aspa())) {
            wrong++;
        }
    }
}
