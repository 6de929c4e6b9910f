// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.bgp.AsPath;

/**
 * A path of a router.
 *
 * @param peer address of the peer that announced the path
 * @param postPolicy true for the post-policy Adj-RIB-In
 * @param state path state
 * @param originState origin validation state; absent without an RPKI set
 * @param asPath nearest AS first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PathJson(
        String peer,
        @JsonProperty("peer_asn") long peerAsn,
        @JsonProperty("path_id") long pathId,
        @JsonProperty("post_policy") boolean postPolicy,
        String state,
        @JsonProperty("origin_state") @Nullable String originState,
        @JsonProperty("as_path") List<Long> asPath,
        @Nullable String nexthop,
        @JsonProperty("local_pref") @Nullable Long localPref,
        @Nullable Long med) {
    static PathJson of(CandidatePath path) {
        RouteAttributes attributes = path.attributes();
        return new PathJson(
                IpAddress.format(path.peer().key().address()),
                path.peer().asn(),
                path.pathId(),
                path.postPolicy(),
                path.states().path().name(),
                path.states().origin() == null
                        ? null
                        : path.states()
                                .origin()
                                .name()
                                .toLowerCase(java.util.Locale.ROOT)
                                .replace('_', '-'),
                attributes.find(AsPath.class).map(AsPath::asns).orElse(List.of()),
                attributes.nextHop().map(IpAddress::format).orElse(null),
                attributes.localPreference().isPresent()
                        ? (Long) attributes.localPreference().getAsLong()
                        : null,
                attributes.find(org.pathproof.wire.bgp.MultiExitDisc.class).isPresent()
                        ? (Long) attributes.multiExitDisc()
                        : null);
    }
}
