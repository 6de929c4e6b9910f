// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import java.util.Arrays;
import java.util.List;

/** Shortest paths between the routers of a network. The lowest router wins between equal paths. */
public final class Igp {
    /** Cost to an address without a route. */
    public static final int UNREACHABLE = -1;

    private static final int DEFAULT_COST = 10;
    private static final int FAR = 1_000_000;

    private final NetworkPlan plan;
    private final int[][] cost;
    private final int[][] first;
    private final boolean[] lost;

    Igp(NetworkPlan plan) {
        this.plan = plan;
        int n = plan.routers().size();
        this.cost = new int[n][n];
        this.first = new int[n][n];
        this.lost = new boolean[plan.upstreams().size()];
        for (int i = 0; i < n; i++) {
            Arrays.fill(cost[i], plan.links().isEmpty() ? DEFAULT_COST : FAR);
            Arrays.fill(first[i], -1);
            cost[i][i] = 0;
            if (plan.links().isEmpty()) {
                for (int j = 0; j < n; j++) {
                    first[i][j] = j;
                }
            }
        }
        connect(plan.links());
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    if (cost[i][k] + cost[k][j] < cost[i][j]) {
                        cost[i][j] = cost[i][k] + cost[k][j];
                        first[i][j] = first[i][k];
                    }
                }
            }
        }
    }

    private void connect(List<NetworkPlan.Link> links) {
        for (NetworkPlan.Link link : links) {
            if (link.cost() < cost[link.first()][link.second()]) {
                cost[link.first()][link.second()] = link.cost();
                cost[link.second()][link.first()] = link.cost();
                first[link.first()][link.second()] = link.second();
                first[link.second()][link.first()] = link.first();
            }
        }
    }

    void setLost(int upstream, boolean isLost) {
        lost[upstream] = isLost;
    }

    /** Returns the cost from a router to an address, or {@link #UNREACHABLE}. */
    int costTo(int router, int address) {
        if (address < Route.EXTERNAL_ADDRESSES) {
            return address == router || cost[router][address] >= FAR ? UNREACHABLE : cost[router][address];
        }
        int upstream = address - Route.EXTERNAL_ADDRESSES;
        int border = plan.upstreams().get(upstream).router();
        if (lost[upstream] || (border != router && (!plan.upstreamsInIgp() || cost[router][border] >= FAR))) {
            return UNREACHABLE;
        }
        return border == router ? 0 : cost[router][border] + 1;
    }

    /** Returns the router that has an address, or that is connected to it. */
    int ownerOf(int address) {
        return address < Route.EXTERNAL_ADDRESSES
                ? address
                : plan.upstreams().get(address - Route.EXTERNAL_ADDRESSES).router();
    }

    /** Returns the next router on the way to a router; -1 if there is none. */
    int nextRouter(int from, int to) {
        return first[from][to];
    }
}
