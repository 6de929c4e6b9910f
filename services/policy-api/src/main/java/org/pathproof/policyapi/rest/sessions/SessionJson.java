// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.sessions;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.NeighborRole;
import org.pathproof.contracts.v1.PeerFacts;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.policyapi.rest.JsonText;
import org.pathproof.policyapi.rest.RibViewLabels;
import org.pathproof.routes.ContractTypes;
import org.pathproof.routes.SessionStatus;
import org.pathproof.routes.SessionWarning;
import org.pathproof.verdictstore.store.SessionView;
import org.pathproof.verdictstore.store.Totals;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.IpAddress;

/**
 * One RIB view of one peer of one router.
 *
 * @param routerInstance number of the router's BGP instance; absent for the first
 * @param instanceName text of the instance's Initiation (RFC 7854 section 8.1); absent for none
 * @param peerName name of the peer among those of its router; absent if the address names it
 * @param vrf name of the VRF, else its route distinguisher; absent for the global instance
 * @param state UP, SYNCING (the table is being sent), DOWN, or LOST (the BMP connection is lost, and routes are kept
 *     for the hold time)
 * @param changed time of the last change of the session record
 * @param bgpsec {@code active}, {@code negotiated}, {@code none}, or {@code stripped} (negotiated, but the complete
 *     table has no BGPsec_PATH)
 * @param role role of the peer (RFC 9234): customer, provider, peer, route-server or route-server-client; absent if it
 *     is unknown, so that ASPA verifies no path of the peer
 * @param feed true for the router's session with Pathproof itself, whose routes are left out; absent for others
 * @param routes number of live routes
 * @param states number of live routes by state, without {@code derived} routes
 * @param derived number of routes that the router rewrote in this view; they have the verdict of the pre-policy route
 *     with the same BGPsec_PATH
 * @param noRoutes true if the session is up and has no routes although the router has routes; see {@code tableWarning}
 * @param tableWarning label of a {@link SessionWarning}; absent if there is no warning
 * @param tableWarningText a sentence with the remedy
 * @param sessionWarning sent-open-unreadable, received-open-unreadable, opens-unreadable or peer-down-ambiguous; absent
 *     if there is no warning
 * @param sessionWarningText a sentence with the effect
 * @param describedBy certificate whose description has settings of the router; absent for none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SessionJson(
        @JsonProperty("session_id") String sessionId,
        @JsonProperty("router_hash") @Nullable String routerHash,
        @JsonProperty("router_ip") @Nullable String routerIp,
        @JsonProperty("router_name") @Nullable String routerName,
        @JsonProperty("router_instance") @Nullable Integer routerInstance,
        @JsonProperty("instance_name") @Nullable String instanceName,
        @JsonProperty("peer_hash") @Nullable String peerHash,
        @JsonProperty("peer_ip") @Nullable String peerIp,
        @JsonProperty("peer_name") @Nullable String peerName,
        @JsonProperty("peer_asn") long peerAsn,
        @JsonProperty("peer_bgp_id") String peerBgpId,
        @JsonProperty("peer_type") int peerType,
        @JsonProperty("peer_distinguisher") String peerDistinguisher,
        @Nullable String vrf,
        String view,
        @JsonProperty("is_adj_rib_in_post_policy") boolean isAdjRibInPostPolicy,
        @JsonProperty("is_adj_rib_out") boolean isAdjRibOut,
        @JsonProperty("is_loc_rib") boolean isLocRib,
        @JsonProperty("local_asn") @Nullable Long localAsn,
        String state,
        @JsonProperty("down_reason") @Nullable String downReason,
        long epoch,
        @Nullable String changed,
        String bgpsec,
        @JsonProperty("bgpsec_negotiated") boolean bgpsecNegotiated,
        @JsonProperty("bgpsec_stripped") boolean bgpsecStripped,
        @JsonProperty("bgpsec_seen") boolean bgpsecSeen,
        List<String> capabilities,
        @Nullable String role,
        @Nullable Boolean feed,
        long routes,
        Map<String, Long> states,
        long derived,
        @JsonProperty("no_routes") boolean noRoutes,
        @JsonProperty("table_warning") @Nullable String tableWarning,
        @JsonProperty("table_warning_text") @Nullable String tableWarningText,
        @JsonProperty("session_warning") @Nullable String sessionWarning,
        @JsonProperty("session_warning_text") @Nullable String sessionWarningText,
        @JsonProperty("collector_id") @Nullable String collectorId,
        @JsonProperty("described_by") @Nullable String describedBy) {
    /** Converts a session; returns null if it has no session record. */
    public static @Nullable SessionJson of(SessionView sessionView) {
        Session session = sessionView.session().orElse(null);
        return session == null ? null : of(sessionView, session);
    }

    private static SessionJson of(SessionView sessionView, Session session) {
        Totals totals = sessionView.totals();
        RibView view = session.getView();
        boolean up = SessionStatus.isUp(session);
        String warning = up ? JsonText.orNull(session.getTableWarning()) : null;
        String sessionWarning = up ? JsonText.orNull(session.getSessionWarning()) : null;
        return new SessionJson(
                sessionView.id().toString(),
                JsonText.hex(session.getRouterHash()),
                JsonText.orNull(session.getRouterIp()),
                JsonText.orNull(session.getRouterName()),
                JsonText.orNull(session.getRouterInstance()),
                JsonText.orNull(session.getInstanceName()),
                JsonText.hex(session.getPeerHash()),
                JsonText.orNull(session.getPeerIp()),
                JsonText.orNull(session.getPeerName()),
                Integer.toUnsignedLong(session.getPeerAs()),
                ipv4(session.getPeerBgpId()),
                session.getPeerType(),
                Long.toHexString(session.getPeerDistinguisher()),
                JsonText.orNull(session.getVrf()),
                RibViewLabels.label(view),
                view == RibView.ADJ_RIB_IN_POST,
                SessionStatus.isAdjRibOut(view),
                view == RibView.LOC_RIB,
                session.hasLocalAs() ? (Long) Integer.toUnsignedLong(session.getLocalAs()) : null,
                session.getState().name(),
                session.getState() == State.UP ? null : JsonText.orNull(session.getDownReason()),
                session.getEpoch(),
                JsonText.time(session.getChangedUs()),
                bgpsec(sessionView, session),
                sessionView.negotiatedBgpsec(),
                sessionView.stripsBgpsec(),
                session.getBgpsecSeen(),
                capabilities(session.getFacts()),
                role(session.getFacts()),
                session.getFeed() ? Boolean.TRUE : null,
                totals.routes(),
                Counts.ofStates(totals),
                totals.derived(),
                warning != null && totals.routes() == 0,
                warning,
                warning == null ? null : warningText(warning),
                sessionWarning,
                sessionWarning == null ? null : SessionWarningText.of(sessionWarning),
                JsonText.orNull(session.getCollectorId()),
                JsonText.orNull(session.getDescribedBy()));
    }

    @JsonIgnore
    boolean isUp() {
        return state.equals(State.UP.name()) || state.equals(State.SYNCING.name());
    }

    private static String warningText(String warning) {
        return SessionWarning.of(warning)
                .map(SessionWarning::text)
                .orElse("The table differs from the router's: " + warning);
    }

    private static String bgpsec(SessionView sessionView, Session session) {
        if (session.getBgpsecSeen()) {
            return "active";
        }
        if (sessionView.stripsBgpsec()) {
            return "stripped";
        }
        return sessionView.negotiatedBgpsec() ? "negotiated" : "none";
    }

    private static String ipv4(int address) {
        byte[] bytes = {(byte) (address >>> 24), (byte) (address >>> 16), (byte) (address >>> 8), (byte) address};
        return IpAddress.format(Bytes.wrap(bytes));
    }

    private static @Nullable String role(PeerFacts facts) {
        NeighborRole role = ContractTypes.toDomain(facts.getRole());
        return role == null ? null : role.label();
    }

    private static List<String> capabilities(PeerFacts facts) {
        List<String> names = new ArrayList<>();
        addIf(names, facts.getBgpsecReceiveIpv4(), "bgpsec-receive-ipv4");
        addIf(names, facts.getBgpsecReceiveIpv6(), "bgpsec-receive-ipv6");
        addIf(names, facts.getBgpsecSendIpv4(), "bgpsec-send-ipv4");
        addIf(names, facts.getBgpsecSendIpv6(), "bgpsec-send-ipv6");
        addIf(names, facts.getExtendedMessage(), "extended-message");
        addIf(names, facts.getFourOctetAs(), "four-octet-as");
        addIf(names, facts.getTransparent(), "transparent");
        addIf(names, facts.getDualPath(), "dual-path");
        for (int family : facts.getAddPathList()) {
            names.add("add-path-" + ContractTypes.family(family));
        }
        return names;
    }

    private static void addIf(List<String> names, boolean condition, String name) {
        if (condition) {
            names.add(name);
        }
    }
}
