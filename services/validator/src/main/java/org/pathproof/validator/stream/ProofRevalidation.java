// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import org.pathproof.validator.route.Row;
import org.pathproof.validator.route.UntrustedProof;
import org.pathproof.validator.row.RevalidationMark;

/**
 * Discards the proofs of one task after a signature engine gave a wrong result, in this or in another process, so that
 * their paths are verified again. {@link Revalidator} walks through all rows and removes the effect of earlier proofs.
 * A mark in the state store then holds the number of the report. A task that stops before that begins again. The tables
 * of the routers are requested after the walk, so that rows that were verified during the walk get another proof, too.
 * Only the thread of the task uses this class.
 */
final class ProofRevalidation {
    private final TaskRoutes routes;
    private final SessionBoard board;
    private final ProofRevalidations.Task report;
    private final boolean alwaysRequests;
    private long walking; // number of the report for which the walk is in progress; 0 for none

    /**
     * @param alwaysRequests true if this task requests the tables even if no row awaits a proof. One task does so,
     *     because the health of all services shows the report until the tables are complete.
     */
    ProofRevalidation(TaskRoutes routes, SessionBoard board, ProofRevalidations.Task report, boolean alwaysRequests) {
        this.routes = routes;
        this.board = board;
        this.report = report;
        this.alwaysRequests = alwaysRequests;
        if (mark().getNumber() > 0 && !mark().getRequested()) {
            report.requireTables(mark().getNumber());
        }
    }

    private RevalidationMark mark() {
        return routes.table().marks().untrusted();
    }

    /** Returns true from a new report until all rows were walked through. */
    boolean isDue() {
        return board.distrust() > mark().getNumber();
    }

    /** Begins a walk through all rows if there is a new report. Returns true if the walk begins now. */
    boolean beginWalk() {
        long newest = board.distrust();
        if (newest <= mark().getNumber() || newest <= walking) {
            return false;
        }
        walking = newest;
        report.begin();
        return true;
    }

    /** Returns the row to revalidate: without its proof during a walk, and marked as untrusted if its proof is lost. */
    Row toRevalidate(Row row) {
        return UntrustedProof.ofLost(walking == 0 ? row : UntrustedProof.of(row));
    }

    /** Ends a walk that has reached the last row. Does nothing without a walk. */
    void endWalk() {
        if (walking > 0) {
            boolean requests = alwaysRequests || routes.table().counts().untrusted() > 0;
            routes.mark(RevalidationMark.newBuilder()
                    .setNumber(walking)
                    .setRequested(!requests)
                    .build());
            if (requests) {
                report.requireTables(walking);
            }
            report.end();
            walking = 0;
        }
    }

    /** Stores that the tables were requested. */
    void takeUp() {
        if (!mark().getRequested() && report.isRequested(mark().getNumber())) {
            routes.mark(mark().toBuilder().setRequested(true).build());
        }
    }

    void close() {
        report.close();
    }
}
