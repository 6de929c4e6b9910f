// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

/**
 * Limits the time that a stream thread spends on background work: revalidating routes and sweeping. All tasks of a
 * thread share one budget. With a budget per task, a change that concerns every task would delay new records by one
 * slice per task.
 *
 * <p>Time that records do not use is saved, up to {@link #MAX_GRANT_NANOS}. Background work gets at least {@link
 * #MIN_SHARE} of the time, so that it ends under any load. While polled records wait, background work gets only that
 * share. Otherwise, tasks that start would delay records: each of them tests all its routes, and Kafka Streams calls
 * every task between two records.
 */
public final class BackgroundBudget {
    /** The longest grant, and about the longest time that a record waits for background work. */
    private static final long MAX_GRANT_NANOS = 10_000_000;

    /** Fraction of the time for background work under any load. */
    private static final double MIN_SHARE = 0.15;

    /** Age above which a report of waiting records is ignored, because their partition may have been revoked. */
    private static final long WAITING_VALID_MS = 50;

    private static final long NANOS_PER_MS = 1_000_000;

    private final Wakeups wakeups = new Wakeups();
    private final ThreadLocal<Account> accounts = ThreadLocal.withInitial(Account::new);

    /** The times of one thread. */
    private static final class Account {
        private long grantedAtMs = Long.MIN_VALUE;
        private long recordNanos; // since the last grant
        private long spentNanos; // since the last grant
        private long saved = MAX_GRANT_NANOS;
        private long savedOfShare; // part of the saved time that may be spent while records wait
        private boolean reportedWaiting; // since the last grant
        private long waitingUntilMs = Long.MIN_VALUE;
        private boolean recordsWaited; // at the last grant
        private int tasksWithBacklog;
    }

    /** Returns the wake-ups for threads that wait while background work arrives. */
    public Wakeups wakeups() {
        return wakeups;
    }

    /** Adds a task of the calling thread with background work. */
    void startBacklog() {
        accounts.get().tasksWithBacklog++;
    }

    /** Removes a task of the calling thread that has finished its background work. */
    void clearBacklog() {
        accounts.get().tasksWithBacklog--;
    }

    /**
     * Returns true while a task of the calling thread has background work, so that a poll need not wait for records.
     */
    public boolean hasBacklog() {
        return accounts.get().tasksWithBacklog > 0;
    }

    /** Adds time that the calling thread has spent on records. */
    public void spendOnRecords(long nanos) {
        accounts.get().recordNanos += nanos;
    }

    /**
     * Records that the calling thread has processed a record.
     *
     * @param more true if polled records are still waiting
     */
    void reportWaiting(boolean more) {
        Account account = accounts.get();
        account.reportedWaiting = more;
        if (!more) {
            account.waitingUntilMs = Long.MIN_VALUE;
        }
    }

    /** Returns the nanoseconds of background work that the calling thread may do now; 0 for none. */
    long grant(long nowMs) {
        Account account = accounts.get();
        if (account.grantedAtMs != Long.MIN_VALUE) {
            long passed = Math.max(0, nowMs - account.grantedAtMs) * NANOS_PER_MS;
            // Time of background work was not available to records.
            double load = Math.min(1, account.recordNanos / (double) Math.max(1, passed - account.spentNanos));
            long unused = (long) (passed * Math.max(1 - load, MIN_SHARE));
            account.saved = Math.min(MAX_GRANT_NANOS, account.saved + unused);
            account.savedOfShare = Math.min(MAX_GRANT_NANOS, account.savedOfShare + (long) (passed * MIN_SHARE));
        }
        if (account.reportedWaiting) {
            account.reportedWaiting = false;
            account.waitingUntilMs = nowMs + WAITING_VALID_MS;
        }
        account.recordsWaited = nowMs < account.waitingUntilMs;
        account.grantedAtMs = nowMs;
        account.recordNanos = 0;
        account.spentNanos = 0;
        return Math.max(0, account.recordsWaited ? Math.min(account.saved, account.savedOfShare) : account.saved);
    }

    /** Subtracts the time that the calling thread has spent on background work. */
    void spend(long nanos) {
        Account account = accounts.get();
        account.saved -= nanos;
        account.spentNanos += nanos;
        if (account.recordsWaited) {
            account.savedOfShare -= nanos;
        }
    }
}
