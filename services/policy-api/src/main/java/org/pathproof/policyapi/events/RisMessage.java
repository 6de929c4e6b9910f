// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.policyapi.rest.RouteIds;
import org.pathproof.policyapi.rest.Texts;
import org.pathproof.policyapi.rest.ValidityJson;
import org.pathproof.policyapi.store.Route;
import org.pathproof.policyapi.store.RouteChange;

/** An event as RIS Live writes it, with {@code data.validity} added: consumers of RIS Live read it unchanged. */
public record RisMessage(String type, Data data) {
    /**
     * What happened.
     *
     * @param timestamp seconds since 1970
     * @param peer address of the peer that sent it
     * @param id of the event: a position to come back to
     * @param host the router that received it, by name or address
     * @param type UPDATE or RIS_PEER_STATE
     * @param state of the peer, for RIS_PEER_STATE: connected or down
     * @param sessionState the same as the sessions endpoint has it
     * @param route the id of the route in the REST interface
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Data(
            double timestamp,
            @Nullable String peer,
            @JsonProperty("peer_asn") @Nullable String peerAsn,
            String id,
            @Nullable String host,
            String type,
            @Nullable List<Long> path,
            @Nullable List<List<Integer>> community,
            @Nullable List<Announcement> announcements,
            @Nullable List<String> withdrawals,
            @Nullable String state,
            @JsonProperty("session_state") @Nullable String sessionState,
            @Nullable String route,
            @Nullable ValidityJson validity) {}

    /** Prefixes that were announced with a next hop. */
    public record Announcement(
            @JsonProperty("next_hop") @Nullable String nextHop, List<String> prefixes) {}

    /** Of an event. */
    public static RisMessage of(StoreEvent event) {
        return switch (event) {
            case StoreEvent.OfRoute route -> ofRoute(route);
            case StoreEvent.OfSession session -> ofSession(session);
        };
    }

    private static RisMessage ofRoute(StoreEvent.OfRoute event) {
        Route after = event.change().after();
        return after != null && after.alive() ? announced(event, after) : withdrawn(event);
    }

    private static RisMessage announced(StoreEvent.OfRoute event, Route route) {
        Verdict verdict = route.verdict();
        return update(
                event,
                verdict.getAsPathList().stream().map(Integer::toUnsignedLong).toList(),
                communities(verdict),
                List.of(new Announcement(
                        Texts.address(verdict.getNextHop()),
                        List.of(event.change().key().prefix().toString()))),
                List.of(),
                ValidityJson.of(route, verdict));
    }

    private static RisMessage withdrawn(StoreEvent.OfRoute event) {
        String prefix = event.change().key().prefix().toString();
        return update(event, null, null, List.of(), List.of(prefix), null);
    }

    private static RisMessage update(
            StoreEvent.OfRoute event,
            @Nullable List<Long> path,
            @Nullable List<List<Integer>> community,
            List<Announcement> announcements,
            List<String> withdrawals,
            @Nullable ValidityJson validity) {
        RouteChange change = event.change();
        Session session = change.peering().session().orElseGet(Session::getDefaultInstance);
        return new RisMessage(
                "ris_message",
                new Data(
                        event.origin().timestampMs() / 1000.0,
                        Texts.orNull(session.getPeerIp()),
                        Integer.toUnsignedString(session.getPeerAs()),
                        event.origin().next().toString(),
                        host(session),
                        "UPDATE",
                        path,
                        community,
                        announcements,
                        withdrawals,
                        null,
                        null,
                        RouteIds.format(change.key()),
                        validity));
    }

    private static List<List<Integer>> communities(Verdict verdict) {
        return verdict.getCommunitiesList().stream()
                .map(c -> List.of(c >>> 16, c & 0xffff))
                .toList();
    }

    private static RisMessage ofSession(StoreEvent.OfSession event) {
        Session after = event.change().after();
        Session before = event.change().before();
        Session known = after != null ? after : before != null ? before : Session.getDefaultInstance();
        State state = after == null ? State.DOWN : after.getState();
        return new RisMessage(
                "ris_message",
                new Data(
                        event.origin().timestampMs() / 1000.0,
                        Texts.orNull(known.getPeerIp()),
                        Integer.toUnsignedString(known.getPeerAs()),
                        event.origin().next().toString(),
                        host(known),
                        "RIS_PEER_STATE",
                        null,
                        null,
                        null,
                        null,
                        state == State.DOWN || state == State.LOST ? "down" : "connected",
                        state.name(),
                        null,
                        null));
    }

    private static @Nullable String host(Session session) {
        return Texts.orNull(session.getRouterName().isEmpty() ? session.getRouterIp() : session.getRouterName());
    }
}
