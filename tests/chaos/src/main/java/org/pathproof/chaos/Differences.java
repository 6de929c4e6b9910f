// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos;

import org.pathproof.chaos.oracle.Comparison;
import org.pathproof.chaos.oracle.Reader;
import org.pathproof.routes.RouteLife;

/** The differences between the tables and the models after a time limit, with the session records that explain them. */
record Differences(Comparison comparison, Reader reader) {
    /** Maximum number of printed lines of a kind. */
    static final int MAX_PRINTED = 20;

    void print(Journal journal) {
        comparison.lost().stream().limit(MAX_PRINTED).forEach(l -> journal.print("lost: " + l));
        comparison.wrong().stream().limit(MAX_PRINTED).forEach(w -> journal.print("wrong: " + w));
        reader.sessions()
                .forEach(s -> journal.print("session: " + s.getRouterName() + " " + s.getPeerIp() + " "
                        + s.getState() + " epoch " + s.getEpoch() + " dead before " + RouteLife.deadBefore(s)
                        + " synced "
                        + s.getSyncedEpoch() + " of " + s.getCollectorId() + " " + s.getDownReason()));
        if (!reader.failure().isEmpty()) {
            journal.print("the reader of Kafka reports: " + reader.failure());
        }
    }
}
