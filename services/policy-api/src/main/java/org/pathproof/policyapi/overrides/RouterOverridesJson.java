// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.overrides;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.override.OverrideCounts;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.policyapi.rest.JsonText;

/**
 * The override feed of one router.
 *
 * @param router name or address in the settings
 * @param group group of the policy
 * @param policy policy of the group
 * @param suspended reasons for which all overrides are withdrawn
 * @param ambiguous true if several routers have this name or address, so that nothing is decided
 * @param prefixes number of prefixes with a path
 * @param active number of overrides in force
 * @param waiting number of overrides that a limit stops
 * @param held number of prefixes whose override changed often
 * @param withoutAcceptedPath number of prefixes without an accepted path
 * @param announced announcements since the start
 * @param withdrawn withdrawals since the start
 * @param overrides the first overrides in the order of prefixes
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RouterOverridesJson(
        String router,
        @JsonProperty("router_ip") @Nullable String routerIp,
        @JsonProperty("router_name") @Nullable String routerName,
        String group,
        String policy,
        List<String> suspended,
        boolean ambiguous,
        int prefixes,
        int active,
        int waiting,
        int held,
        @JsonProperty("without_accepted_path") int withoutAcceptedPath,
        long announced,
        long withdrawn,
        List<ActiveJson> overrides) {
    /** An override in force. */
    public record ActiveJson(String prefix, PathJson path, String since) {}

    static RouterOverridesJson of(RouterFeedStatus status) {
        OverrideCounts counts = status.counts();
        return new RouterOverridesJson(
                status.router(),
                JsonText.orNull(status.ip()),
                JsonText.orNull(status.name()),
                status.policy().group().name(),
                status.policy().group().policy().label(),
                status.suspensions().stream().map(Suspension::label).sorted().toList(),
                status.ambiguous(),
                counts.prefixes(),
                counts.active(),
                counts.waiting(),
                counts.held(),
                counts.withoutAcceptedPath(),
                counts.announced(),
                counts.withdrawn(),
                status.overrides().stream()
                        .map(entry -> new ActiveJson(
                                entry.prefix().toString(),
                                PathJson.of(entry.override().path()),
                                entry.override().since().toString()))
                        .toList());
    }
}
