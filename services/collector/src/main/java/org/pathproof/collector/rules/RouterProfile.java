// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.rules;

import java.util.Set;

/**
 * Settings of one router from the description in its certificate. The profile adds to the operator's settings for all
 * routers.
 *
 * @param source certificate with the description, for session records; empty without a description
 * @param confederationMembers Member-AS numbers; they count only if the operator has set none
 * @param peers lists of peers with permissions
 * @param maxPeers maximum number of peers
 */
public record RouterProfile(String source, Set<Long> confederationMembers, PeerRules peers, int maxPeers) {
    /** No settings. */
    public static final RouterProfile NONE = new RouterProfile("", Set.of(), PeerRules.NONE, Integer.MAX_VALUE);

    public RouterProfile {
        confederationMembers = Set.copyOf(confederationMembers);
    }
}
