// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.List;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.v1.Session;

/** Provides the gaps that the sessions topic reports, as a sentence, and the sessions that they affect. */
public final class RouteGaps {
    private volatile SessionBoard board = new SessionBoard();
    private volatile Gaps gaps = new Gaps();

    /** Replaces the state for a new topology and its board. */
    Gaps begin(SessionBoard ofTopology) {
        Gaps begun = new Gaps();
        gaps = begun;
        board = ofTopology;
        return begun;
    }

    /** Returns a sentence about sessions whose routes may be wrong; empty if there are none. */
    public String problem() {
        return gaps.problem(board.all());
    }

    /** Returns a clause about the signature engine that was last reported as wrong; empty if there is none. */
    public String distrust() {
        return gaps.distrust();
    }

    /** Returns the greatest number of all gaps and reports; 0 without any. */
    public long newestNumber() {
        return gaps.newestNumber();
    }

    /** Returns the sessions whose routes may be wrong. */
    public List<Session> affected() {
        return gaps.affected(board.all());
    }
}
