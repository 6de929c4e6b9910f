// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import java.util.List;

/**
 * An override for one router.
 *
 * @param ranked true if the import policy of the router ranks the override above LOCAL_PREF
 */
public record RouteOverride(
        UpstreamAnnouncement source,
        int localPref,
        int nextHop,
        int originatorId,
        List<Integer> clusterList,
        List<Integer> memberAses,
        Mark mark,
        boolean ranked) {}
