// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.List;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.v1.Session;

/** The gaps that the sessions topic tells of, and the sessions that wait for their healing, of the topology that runs. */
public final class RouteGaps {
    private volatile SessionBoard board = new SessionBoard();
    private volatile Gaps gaps = new Gaps();

    /** A topology begins, with a board of its own. */
    Gaps begin(SessionBoard ofTopology) {
        Gaps begun = new Gaps();
        gaps = begun;
        board = ofTopology;
        return begun;
    }

    /** One sentence about sessions whose routes may be wrong; empty when there are none. */
    public String problem() {
        return gaps.problem(board.all());
    }

    /** Sessions whose routes may be wrong. */
    public List<Session> affected() {
        return gaps.affected(board.all());
    }
}
