// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

/**
 * The configuration of a router. Its address is its index in the plan.
 *
 * @param identifier BGP Identifier
 * @param clusterId CLUSTER_ID; the identifier unless configured
 * @param memberAs member AS of the confederation; 0 without confederation
 * @param missingMedIsWorst true if a missing MULTI_EXIT_DISC is the worst one, not the best
 * @param fed true if Pathproof has a session with the router
 * @param monitored true if Pathproof sees the router's Adj-RIB-In by BMP
 */
public record RouterPlan(
        int identifier,
        int clusterId,
        int memberAs,
        Software software,
        NextHopSelf nextHopSelf,
        boolean missingMedIsWorst,
        boolean fed,
        boolean monitored) {
    /** Returns a fed and monitored router that follows the RFCs. */
    public static RouterPlan standard(int identifier) {
        return new RouterPlan(identifier, identifier, 0, Software.STANDARD, NextHopSelf.NO, false, true, true);
    }
}
