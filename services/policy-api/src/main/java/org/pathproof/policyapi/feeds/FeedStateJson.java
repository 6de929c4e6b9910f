// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.rest.JsonText;
import org.pathproof.routerfeeds.policy.Authorship;
import org.pathproof.routerfeeds.policy.PolicyState;

/**
 * The policy in force, and the switch.
 *
 * @param version version of the policy; 0 without a policy
 * @param policy author of the version; absent without a policy
 * @param switchedOff true while the switch withdraws every announcement of every feed
 * @param feedSwitch the latest use of the switch; absent if it was never used
 * @param problem the reason why this replica may have an old policy, or cannot use the latest one
 * @param withdrawn number of announcements that the switch withdraws at this replica; only in the response to its use
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record FeedStateJson(
        long version,
        @Nullable By policy,
        @JsonProperty("switched_off") boolean switchedOff,
        @JsonProperty("switch") @Nullable By feedSwitch,
        @Nullable String problem,
        @Nullable Long withdrawn) {
    /** Author, time and reason of a change. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record By(String author, String time, @Nullable String reason) {
        static By of(Authorship by) {
            return new By(by.author(), by.time().toString(), JsonText.orNull(by.reason()));
        }
    }

    static FeedStateJson of(PolicyState state) {
        return new FeedStateJson(
                state.version(),
                state.policy().map(policy -> By.of(policy.by())).orElse(null),
                state.isSwitchedOff(),
                state.feedSwitch().map(used -> By.of(used.by())).orElse(null),
                state.problem(),
                null);
    }

    /** Returns the same state with the number of announcements that the switch withdraws. */
    FeedStateJson withdrawing(long announcements) {
        return new FeedStateJson(version, policy, switchedOff, feedSwitch, problem, announcements);
    }
}
