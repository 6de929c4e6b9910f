// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.workload;

import java.util.List;
import java.util.Set;
import org.pathproof.lab.paths.LabRoute;

/**
 * A stream of one router.
 *
 * @param router number of the router, the same in later streams of this router
 * @param frame kinds of messages in the stream
 * @param routes routes in their order, one UPDATE each, from the neighbor that is the newest AS of the path
 * @param signed true for BGPsec_PATH, false for AS_PATH without signatures
 */
public record StreamRecipe(String name, int router, Set<Frame> frame, List<LabRoute> routes, boolean signed) {
    /** The kinds of messages in a stream. */
    public enum Frame {
        /** An Initiation, as the first message of a connection. */
        INITIATION,
        /** A Peer Down for each neighbor, before the first Peer Up. */
        PEERS_DOWN,
        /** A Peer Up for each neighbor. */
        PEERS_UP,
        /** The routes. A stream without routes still has the other messages of their neighbors. */
        ROUTES,
        /** The End-of-RIB markers of all tables, at the end. */
        END_OF_RIB
    }

    /** The stream of a new connection. */
    public static final Set<Frame> CONNECTION =
            Set.of(Frame.INITIATION, Frame.PEERS_UP, Frame.ROUTES, Frame.END_OF_RIB);

    /** The stream after a reset of all sessions. */
    public static final Set<Frame> RESET = Set.of(Frame.PEERS_DOWN, Frame.PEERS_UP, Frame.ROUTES, Frame.END_OF_RIB);

    /** A stream of updates only. */
    public static final Set<Frame> UPDATES = Set.of(Frame.ROUTES);

    /** The messages of a connection before the first route. */
    public static final Set<Frame> HELLO = Set.of(Frame.INITIATION, Frame.PEERS_UP);

    /** The messages after a {@link #HELLO}, for any router. */
    public static final Set<Frame> TABLE = Set.of(Frame.ROUTES, Frame.END_OF_RIB);

    public StreamRecipe {
        frame = Set.copyOf(frame);
    }

    /** Creates the recipe of a signed stream. */
    public StreamRecipe(String name, int router, Set<Frame> frame, List<LabRoute> routes) {
        this(name, router, frame, routes, true);
    }

    /** Returns the same stream without signatures. */
    public StreamRecipe unsigned() {
        return new StreamRecipe(name, router, frame, routes, false);
    }

    /** Returns the number of updates. */
    int updates() {
        return frame.contains(Frame.ROUTES) ? routes.size() : 0;
    }
}
