// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

/**
 * A route in the Adj-RIB-In of a router, with what the decision process needs of its neighbor.
 *
 * @param neighbor index of the neighbor at the router
 * @param pathId Path Identifier (RFC 7911); 0 without ADD-PATH
 * @param igpCost cost to the next hop
 */
public record Candidate(
        Route route, int neighbor, int pathId, PeerKind kind, int peerIdentifier, int peerAddress, int igpCost) {}
