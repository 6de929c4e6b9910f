// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.override.AnnouncedPaths;
import org.pathproof.feeds.override.HeldPrefix;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.bgp.AsPath;

/**
 * A prefix that flap damping holds.
 *
 * @param cause {@code oscillation} if the overrides took turns between {@code states}, and are the reason for their own
 *     change; {@code flaps} if the paths of neighbors change, whatever is announced
 * @param since begin of the hold
 * @param until time of the release, if nothing changes
 * @param action {@code keep} if the last override stays while its path is accepted; {@code withdraw} if the router has
 *     its own choice, by the policy or after too many lost paths
 * @param states the two states of an oscillation; empty for {@code flaps}
 */
public record HeldPrefixJson(
        String prefix, String cause, String since, String until, String action, List<StateJson> states) {
    /**
     * One of the two states of an oscillation.
     *
     * @param overrides the overrides in this state; empty for none
     */
    public record StateJson(List<AnnouncedJson> overrides) {
        static StateJson of(AnnouncedPaths state) {
            return new StateJson(state.byRouter().entrySet().stream()
                    .map(entry -> AnnouncedJson.of(entry.getKey(), entry.getValue()))
                    .toList());
        }
    }

    /**
     * An override.
     *
     * @param asPath nearest AS first
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record AnnouncedJson(
            String router,
            @JsonProperty("as_path") List<Long> asPath,
            @Nullable String nexthop,
            @JsonProperty("local_pref") long localPref) {
        static AnnouncedJson of(String router, RouteAttributes attributes) {
            return new AnnouncedJson(
                    router,
                    attributes.find(AsPath.class).map(AsPath::asns).orElse(List.of()),
                    attributes.nextHop().map(IpAddress::format).orElse(null),
                    attributes.localPreference().orElse(0));
        }
    }

    static HeldPrefixJson of(HeldPrefix held) {
        return new HeldPrefixJson(
                held.prefix().toString(),
                held.cause().label(),
                held.since().toString(),
                held.until().toString(),
                held.action().label(),
                held.states().stream().map(StateJson::of).toList());
    }
}
