// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.override.OverrideCounts;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.policyapi.rest.JsonText;
import org.pathproof.routerfeeds.bgp.FeedSession;
import org.pathproof.routerfeeds.bgp.RouterFeedStatus;
import org.pathproof.routerfeeds.use.OverrideUses;
import org.pathproof.wire.Prefix;

/**
 * The override feed of one router.
 *
 * @param router name or address in the settings
 * @param group group of the policy
 * @param policy policy of the group
 * @param withoutAcceptedPath number of prefixes without an accepted path
 * @param hints causes for which paths of the router are missing or unused
 * @param suspended reasons for which all overrides are withdrawn
 * @param ambiguous true if several routers have this name or address, so that no decision is made
 * @param session the BGP session over which the router receives the overrides; absent without a neighbor
 * @param prefixes number of prefixes with a path
 * @param active number of overrides in force
 * @param waiting number of overrides that a limit stops
 * @param held number of prefixes whose override changed often, and that flap damping holds
 * @param oscillating number of held prefixes whose overrides are the reason for their own change
 * @param blocked number of prefixes of the network without an override because of an obstacle at one of its routers
 * @param announced number of announcements since the start
 * @param withdrawn number of withdrawals since the start
 * @param tagged number of announced paths with communities for their states, for the policy {@code tag}
 * @param use numbers of announced overrides by their use; absent without a neighbor
 * @param overrides the first overrides in the order of prefixes
 * @param waitingPrefixes the first waiting prefixes, in the order of their turn
 * @param waitingUntil time of the next announcements of waiting overrides; absent if none waits, or at {@code
 *     max-overrides}
 * @param heldPrefixes the first held prefixes
 * @param blockedPrefixes the first blocked prefixes
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RouterOverridesJson(
        String router,
        @JsonProperty("router_ip") @Nullable String routerIp,
        @JsonProperty("router_name") @Nullable String routerName,
        String group,
        String policy,
        @JsonProperty("without_accepted_path") int withoutAcceptedPath,
        List<String> hints,
        List<String> suspended,
        boolean ambiguous,
        @Nullable SessionJson session,
        int prefixes,
        int active,
        int waiting,
        int held,
        int oscillating,
        int blocked,
        long announced,
        long withdrawn,
        long tagged,
        UseJson.@Nullable Counts use,
        List<ActiveJson> overrides,
        @JsonProperty("waiting_prefixes") List<String> waitingPrefixes,
        @JsonProperty("waiting_until") @Nullable String waitingUntil,
        @JsonProperty("held_prefixes") List<HeldPrefixJson> heldPrefixes,
        @JsonProperty("blocked_prefixes") List<BlockedJson> blockedPrefixes) {
    /**
     * A prefix without an override because of an obstacle.
     *
     * @param reason reason of the decision {@code none}
     * @param routers the routers with the obstacle
     */
    public record BlockedJson(String prefix, String reason, List<String> routers) {}

    /**
     * An override in force.
     *
     * @param use its use by the router; absent without a neighbor
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record ActiveJson(
            String prefix,
            PathJson path,
            String since,
            @Nullable UseJson use) {}

    /**
     * The BGP session with a router.
     *
     * @param neighbor address of the router
     * @param as AS of both sides; 0 while neither the settings nor the policy have one
     * @param state {@code waiting} until the session is started, then the state of BGP
     * @param since time of the last change of state
     * @param lastError reason of the last failure, until the next session is established
     * @param routes number of routes in the Adj-RIB-Out of the router
     * @param refused number of announcements since the start that were too long for a message
     * @param established number of established sessions since the start
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "FeedSession")
    public record SessionJson(
            String neighbor,
            long as,
            String state,
            @Nullable String since,
            @JsonProperty("last_error") @Nullable String lastError,
            int routes,
            long refused,
            long established) {
        static SessionJson of(FeedSession session) {
            return new SessionJson(
                    session.neighbor(),
                    session.as(),
                    session.state(),
                    session.since().map(Instant::toString).orElse(null),
                    session.lastError().orElse(null),
                    session.routes(),
                    session.refused(),
                    session.established());
        }
    }

    static RouterOverridesJson of(RouterFeedStatus status, OverrideUses uses) {
        OverrideCounts counts = status.counts();
        return new RouterOverridesJson(
                status.router(),
                JsonText.orNull(status.ip()),
                JsonText.orNull(status.name()),
                status.policy().group().name(),
                status.policy().group().policy().label(),
                counts.withoutAcceptedPath(),
                status.hints(),
                status.suspensions().stream().map(Suspension::label).sorted().toList(),
                status.ambiguous(),
                status.session().map(SessionJson::of).orElse(null),
                counts.prefixes(),
                counts.active(),
                counts.waiting(),
                counts.held(),
                counts.oscillating(),
                counts.blocked(),
                counts.announced(),
                counts.withdrawn(),
                status.tagged(),
                status.session().isPresent() ? UseJson.Counts.of(uses.counts(status.router())) : null,
                status.overrides().stream()
                        .map(entry -> new ActiveJson(
                                entry.prefix().toString(),
                                PathJson.of(entry.override().path()),
                                entry.override().since().toString(),
                                uses.use(status.router(), entry.prefix())
                                        .map(UseJson::of)
                                        .orElse(null)))
                        .toList(),
                status.waiting().first().stream().map(Prefix::toString).toList(),
                status.waiting().nextAt().map(Instant::toString).orElse(null),
                status.held().stream().map(HeldPrefixJson::of).toList(),
                status.blocked().stream()
                        .map(entry -> new BlockedJson(
                                entry.prefix().toString(),
                                entry.obstacle().reason().label(),
                                entry.obstacle().routers()))
                        .toList());
    }
}
