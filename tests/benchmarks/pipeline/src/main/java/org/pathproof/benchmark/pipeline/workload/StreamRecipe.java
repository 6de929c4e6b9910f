// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.workload;

import java.util.List;
import java.util.Set;
import org.pathproof.lab.LabRoute;

/**
 * What one router sends in one go.
 *
 * @param router its number; a router that connects again or goes on keeps its number
 * @param frame what stands around the routes
 * @param routes one UPDATE each, in this order, each from the neighbour that is its newest AS
 */
public record StreamRecipe(String name, int router, Set<Frame> frame, List<LabRoute> routes) {
    /** What a stream holds beside routes. */
    public enum Frame {
        /** An Initiation, as the first message of a connection. */
        INITIATION,
        /** A Peer Down for each neighbour, before all else. */
        PEERS_DOWN,
        /** A Peer Up for each neighbour. */
        PEERS_UP,
        /** The routes. Without them their neighbours are still named by the other messages. */
        ROUTES,
        /** At the end, the markers that the tables are complete. */
        END_OF_RIB
    }

    /** What a router sends that connects. */
    public static final Set<Frame> CONNECTION =
            Set.of(Frame.INITIATION, Frame.PEERS_UP, Frame.ROUTES, Frame.END_OF_RIB);

    /** What a router sends whose neighbours' sessions were reset. */
    public static final Set<Frame> RESET = Set.of(Frame.PEERS_DOWN, Frame.PEERS_UP, Frame.ROUTES, Frame.END_OF_RIB);

    /** Updates, and nothing else. */
    public static final Set<Frame> UPDATES = Set.of(Frame.ROUTES);

    /** A connection, as far as the first route. */
    public static final Set<Frame> HELLO = Set.of(Frame.INITIATION, Frame.PEERS_UP);

    /** What follows a {@link #HELLO}, from any router. */
    public static final Set<Frame> TABLE = Set.of(Frame.ROUTES, Frame.END_OF_RIB);

    public StreamRecipe {
        frame = Set.copyOf(frame);
    }

    /** How many updates it becomes. */
    int updates() {
        return frame.contains(Frame.ROUTES) ? routes.size() : 0;
    }
}
