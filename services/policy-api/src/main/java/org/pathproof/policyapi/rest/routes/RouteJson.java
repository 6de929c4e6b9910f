// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.policyapi.rest.JsonText;
import org.pathproof.policyapi.rest.RibViewLabels;
import org.pathproof.routes.SessionStatus;
import org.pathproof.verdictstore.store.Route;

/**
 * A route with its verdict. Field names are those of gobmp.
 *
 * @param id id of the route in this API
 * @param prefix address without the length, which is in {@code prefixLen}
 * @param routerInstance number of the router's BGP instance; absent for the first
 * @param instanceName text of the instance's Initiation; absent for none
 * @param peerName name of the peer among those of its router; absent if the address names it
 * @param vrf name of the VRF, else its route distinguisher; absent for the global instance
 * @param asPath nearest AS first
 * @param timestamp time at which the collector received the route
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RouteJson(
        String id,
        String action,
        @JsonProperty("router_hash") @Nullable String routerHash,
        @JsonProperty("router_ip") @Nullable String routerIp,
        @JsonProperty("router_name") @Nullable String routerName,
        @JsonProperty("router_instance") @Nullable Integer routerInstance,
        @JsonProperty("instance_name") @Nullable String instanceName,
        @JsonProperty("peer_hash") @Nullable String peerHash,
        @JsonProperty("peer_ip") @Nullable String peerIp,
        @JsonProperty("peer_name") @Nullable String peerName,
        @JsonProperty("peer_asn") long peerAsn,
        @Nullable String vrf,
        String prefix,
        @JsonProperty("prefix_len") int prefixLen,
        @JsonProperty("is_ipv4") boolean isIpv4,
        @JsonProperty("origin_as") @Nullable Long originAs,
        @Nullable String nexthop,
        @JsonProperty("path_id") long pathId,
        String view,
        @JsonProperty("is_adj_rib_in_post_policy") boolean isAdjRibInPostPolicy,
        @JsonProperty("is_adj_rib_out") boolean isAdjRibOut,
        @JsonProperty("is_loc_rib") boolean isLocRib,
        @Nullable String timestamp,
        @JsonProperty("as_path") List<Long> asPath,
        ValidityJson validity) {
    /** Converts a route of the store. */
    public static RouteJson of(Route route) {
        RouteKey key = route.key();
        Verdict verdict = route.verdict();
        Session session = route.sessionView().session().orElseGet(Session::getDefaultInstance);
        RibView view = session.getView();
        return new RouteJson(
                RouteIds.format(key),
                "add",
                JsonText.hex(session.getRouterHash()),
                JsonText.orNull(session.getRouterIp()),
                JsonText.orNull(session.getRouterName()),
                JsonText.orNull(session.getRouterInstance()),
                JsonText.orNull(session.getInstanceName()),
                JsonText.hex(session.getPeerHash()),
                JsonText.orNull(session.getPeerIp()),
                JsonText.orNull(session.getPeerName()),
                Integer.toUnsignedLong(session.getPeerAs()),
                JsonText.orNull(session.getVrf()),
                key.prefix().address(),
                key.prefix().length(),
                key.prefix().isIpv4(),
                verdict.hasOriginAs() ? (Long) Integer.toUnsignedLong(verdict.getOriginAs()) : null,
                JsonText.address(verdict.getNextHop()),
                key.pathId(),
                RibViewLabels.label(view),
                view == RibView.ADJ_RIB_IN_POST,
                SessionStatus.isAdjRibOut(view),
                view == RibView.LOC_RIB,
                JsonText.time(verdict.getReceivedUs()),
                verdict.getAsPathList().stream().map(Integer::toUnsignedLong).toList(),
                ValidityJson.of(route, verdict));
    }
}
