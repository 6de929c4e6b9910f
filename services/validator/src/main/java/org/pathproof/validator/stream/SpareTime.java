// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

/**
 * How much time a stream thread may give to what is not about a new record: judging routes again, sweeping. All tasks of a thread share
 * it, so that a change that touches all of them does not hold up new routes by as many slices as there are tasks.
 *
 * <p>Time that a thread did not need for records is saved, up to one piece, after which it has to look for records again. Of a thread that
 * has more records than it can take, a small share goes to the other work, so that it ends some day; and so it is while records that
 * were polled already wait: between two of them Kafka Streams gives time to every task, and a task that has just been taken over has
 * all its routes to look through.
 */
public final class SpareTime {
    /** The longest piece: about as long as a record may have to wait. */
    private static final long PIECE_NANOS = 10_000_000;

    /** Of the time, for other work, whatever records there are. */
    private static final double LEAST_SHARE = 0.15;

    /** How long what was last heard of waiting records holds: a partition may go, and its records with it. */
    private static final long HEARD_MS = 50;

    private static final long NANOS_PER_MS = 1_000_000;

    private final ThreadLocal<Account> accounts = ThreadLocal.withInitial(Account::new);

    /** Of one thread. */
    private static final class Account {
        private long asked = Long.MIN_VALUE;
        private long recordsSince;
        private long spentSince;
        private long saved = PIECE_NANOS;
        private long savedOfShare; // what may be spent while records wait
        private boolean heard; // of waiting records, since it was asked
        private long waitingUntil = Long.MIN_VALUE;
        private boolean pressed; // records waited when it was asked
        private int behind;
    }

    /** One more task of the calling thread has other work to do. */
    void beginsToWant() {
        accounts.get().behind++;
    }

    /** One task less has. */
    void wantsNoMore() {
        accounts.get().behind--;
    }

    /** Whether a task of the calling thread has other work to do, so that there is no need to wait for records. */
    public boolean isWanted() {
        return accounts.get().behind > 0;
    }

    /** The calling thread was busy with records for so long. */
    public void records(long nanos) {
        accounts.get().recordsSince += nanos;
    }

    /** The calling thread has processed a record, and has polled more that it has not processed yet, or has not. */
    void waiting(boolean more) {
        Account account = accounts.get();
        account.heard = more;
        if (!more) {
            account.waitingUntil = Long.MIN_VALUE;
        }
    }

    /** How many nanoseconds the calling thread may do other work now; 0 when it may not. */
    long grant(long nowMs) {
        Account account = accounts.get();
        if (account.asked != Long.MIN_VALUE) {
            long passed = Math.max(0, nowMs - account.asked) * NANOS_PER_MS;
            // Of the time that records could have had, how much they took.
            double load = Math.min(1, account.recordsSince / (double) Math.max(1, passed - account.spentSince));
            long unused = (long) (passed * Math.max(1 - load, LEAST_SHARE));
            account.saved = Math.min(PIECE_NANOS, account.saved + unused);
            account.savedOfShare = Math.min(PIECE_NANOS, account.savedOfShare + (long) (passed * LEAST_SHARE));
        }
        if (account.heard) {
            account.heard = false;
            account.waitingUntil = nowMs + HEARD_MS;
        }
        account.pressed = nowMs < account.waitingUntil;
        account.asked = nowMs;
        account.recordsSince = 0;
        account.spentSince = 0;
        return Math.max(0, account.pressed ? Math.min(account.saved, account.savedOfShare) : account.saved);
    }

    /** The calling thread did other work for so long. */
    void spend(long nanos) {
        Account account = accounts.get();
        account.saved -= nanos;
        account.spentSince += nanos;
        if (account.pressed) {
            account.savedOfShare -= nanos;
        }
    }
}
