// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import java.util.List;
import org.pathproof.routerfeeds.bgp.FeedRequirement;
import org.pathproof.routerfeeds.bgp.FeedRequirement.State;

/**
 * The requirements of overrides at a router.
 *
 * @param router name or address in the settings
 * @param ready true if no requirement is {@code not-met}
 * @param requirements the requirements, in the order in which an operator meets them
 */
public record FeedCheckJson(String router, boolean ready, List<RequirementJson> requirements) {
    /**
     * One requirement.
     *
     * @param state {@code met}, {@code not-met}, or {@code unknown} if nothing that Pathproof sees tells it
     * @param words finding, and the remedy if the requirement is not met
     */
    public record RequirementJson(String requirement, String state, String words) {}

    static FeedCheckJson of(String router, List<FeedRequirement> requirements) {
        return new FeedCheckJson(
                router,
                requirements.stream().noneMatch(requirement -> requirement.state() == State.NOT_MET),
                requirements.stream()
                        .map(requirement -> new RequirementJson(
                                requirement.kind().label(), requirement.state().label(), requirement.words()))
                        .toList());
    }
}
