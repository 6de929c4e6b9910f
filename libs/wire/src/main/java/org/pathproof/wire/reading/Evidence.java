// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.reading;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.bgp.Fit;

/**
 * The evidence about one property of a session's encoding: true or false, for example with or without Path Identifiers.
 *
 * <p>Only messages that fit one value and not the other are evidence. A router with messages of one encoding sends no
 * evidence for the other, whatever routes its neighbors announce. The balance of evidence is bounded, so that few
 * messages correct a wrong start. A correction needs one message more for the new value than for the old. After {@link
 * #startAnew}, the first evidence decides again.
 */
final class Evidence {
    /** Maximum difference between the counts of messages for the two values. */
    private static final int MAX_BALANCE = 8;
    /** Number of corrections after which the value stays. */
    private static final int MAX_CHANGES = 3;

    /** The result of a message. */
    enum Outcome {
        /** The message must be read with {@link Weighed#value}. */
        DECIDED,
        /** The message fits both values, and no evidence exists. */
        OPEN,
        /** The message fits only the value that the session does not have. */
        CONTRARY
    }

    record Weighed(Outcome outcome, boolean value, boolean changed) {}

    interface Fits {
        Fit of(boolean value);
    }

    private final boolean declared;
    /** Positive if the evidence is for the declared value. */
    private int balance;

    private int changes;
    private @Nullable Boolean used;
    /** True if the next evidence decides. */
    private boolean anew;

    Evidence(boolean declared) {
        this.declared = declared;
    }

    /**
     * Weighs a message.
     *
     * @param learn false for a message that was weighed before
     * @param waiting true to leave a message without evidence open, false to read it with the probable value
     */
    Weighed weigh(Fits fits, BooleanSupplier probable, boolean learn, boolean waiting) {
        boolean current = value();
        Fit ofCurrent = fits.of(current);
        if (ofCurrent == Fit.CLEAN && Math.abs(balance) == MAX_BALANCE && !anew) {
            return decided(current);
        }
        Fit ofOther = fits.of(!current);
        boolean onlyCurrent = ofCurrent == Fit.CLEAN && ofOther != Fit.CLEAN;
        boolean onlyOther = ofOther == Fit.CLEAN && ofCurrent != Fit.CLEAN;
        if (anew && learn && (onlyCurrent || onlyOther)) {
            anew = false;
            if (onlyOther) {
                used = !current;
                balance = used == declared ? 1 : -1;
                return new Weighed(Outcome.DECIDED, used, false);
            }
        }
        if (learn && (onlyCurrent || onlyOther) && changes < MAX_CHANGES) {
            balance += onlyCurrent == (current == declared) ? 1 : -1;
            balance = Math.clamp(balance, -MAX_BALANCE, MAX_BALANCE);
        }
        if (balance == 0 && used == null) {
            if (ofCurrent == Fit.CLEAN && ofOther == Fit.CLEAN) {
                return waiting ? new Weighed(Outcome.OPEN, declared, false) : decided(probable.getAsBoolean());
            }
            return decided(onlyOther ? !current : current);
        }
        boolean value = value();
        if (value == current ? onlyOther : onlyCurrent) {
            return new Weighed(Outcome.CONTRARY, value, false);
        }
        return decided(value);
    }

    /**
     * Makes the next evidence decide, because the router can encode the following messages differently. Earlier
     * messages stay right. Has no effect without evidence.
     */
    void startAnew() {
        anew = used != null && balance != 0;
    }

    /** Returns the value for a message that fits both values. */
    boolean value() {
        if (balance == 0) {
            return used == null ? declared : used;
        }
        return balance > 0 == declared;
    }

    private Weighed decided(boolean value) {
        boolean changed = used != null && used != value;
        if (changed) {
            changes++;
        }
        used = value;
        return new Weighed(Outcome.DECIDED, value, changed);
    }
}
