// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import org.pathproof.validator.route.DoubtedProof;
import org.pathproof.validator.route.Row;
import org.pathproof.validator.row.DoubtMark;

/**
 * Doubts the proofs of one task after a signature engine gave a wrong result, in this or in another process. {@link
 * Rejudging} walks through all rows and removes the effect of earlier proofs. A mark in the state store then holds the
 * number of the report. A task that stops before that begins again. Routers are asked for their tables after the walk,
 * so that rows that were proved again during the walk get another proof, too. Only the thread of the task uses this
 * class.
 */
final class Doubting {
    private final TaskRoutes routes;
    private final SessionBoard board;
    private final ProofDoubts.Task report;
    private final boolean alwaysAsks;
    private long walking; // number of the report for which the walk is in progress; 0 for none

    /**
     * @param alwaysAsks true if this task asks for the tables even if no row awaits a proof. One task does so, because
     *     the health of all services shows the report until the tables are complete.
     */
    Doubting(TaskRoutes routes, SessionBoard board, ProofDoubts.Task report, boolean alwaysAsks) {
        this.routes = routes;
        this.board = board;
        this.report = report;
        this.alwaysAsks = alwaysAsks;
        if (mark().getNumber() > 0 && !mark().getAsked()) {
            report.needs(mark().getNumber());
        }
    }

    private DoubtMark mark() {
        return routes.table().marks().doubted();
    }

    /** Returns true if a walk through all rows must begin now, because of a new report. */
    boolean begins() {
        long newest = board.distrust();
        if (newest <= mark().getNumber() || newest <= walking) {
            return false;
        }
        walking = newest;
        report.doubting();
        return true;
    }

    /** Returns the row to judge again: without its proof during a walk, and doubted if its proof is lost. */
    Row doubted(Row row) {
        return DoubtedProof.ofLost(walking == 0 ? row : DoubtedProof.of(row));
    }

    /** Records that the walk has reached the last row. */
    void walked() {
        if (walking > 0) {
            boolean asks = alwaysAsks || routes.table().counts().doubted() > 0;
            routes.mark(
                    DoubtMark.newBuilder().setNumber(walking).setAsked(!asks).build());
            if (asks) {
                report.needs(walking);
            }
            report.doubted();
            walking = 0;
        }
    }

    /** Stores that the tables were asked for. */
    void takeUp() {
        if (!mark().getAsked() && report.isAsked(mark().getNumber())) {
            routes.mark(mark().toBuilder().setAsked(true).build());
        }
    }

    void close() {
        report.close();
    }
}
