// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import io.swagger.v3.oas.annotations.Parameter;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.policyapi.rest.AsNumber;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.policyapi.rest.KnownSessions;
import org.pathproof.policyapi.rest.ParameterDescriptions;
import org.pathproof.verdictstore.store.AspaVerdict;
import org.pathproof.verdictstore.store.Match;
import org.pathproof.verdictstore.store.OriginVerdict;
import org.pathproof.verdictstore.store.RouteQuery;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.wire.Prefix;
import org.springframework.web.bind.annotation.BindParam;

/** The query parameters that filter routes and events. A parameter that is absent or empty does not filter. */
public record RouteFilters(
        @Parameter(description = ParameterDescriptions.PREFIX, example = "192.0.2.0/24") @Nullable
        Prefix prefix,

        @Parameter(description = "Relation of the routes to the parameter prefix; exact if absent") @Nullable
        Match match,

        @Parameter(description = "Path states, comma-separated or repeated") @Nullable
        Set<PathState> state,

        @Parameter(name = "origin_state", description = "Origin states, comma-separated or repeated")
        @BindParam("origin_state")
        @Nullable
        Set<OriginVerdict> originState,

        @Parameter(name = "aspa_state", description = "ASPA states, comma-separated or repeated")
        @BindParam("aspa_state")
        @Nullable
        Set<AspaVerdict> aspaState,

        @Parameter(description = "Rules of findings, comma-separated or repeated") @Nullable
        Set<Rule> finding,

        @Parameter(description = ParameterDescriptions.ROUTER, example = "10.0.0.1") @Nullable
        SessionSelector router,

        @Parameter(description = ParameterDescriptions.PEER, example = "AS64496") @Nullable
        SessionSelector peer,

        @Parameter(description = "An AS number anywhere in the path, with or without AS", example = "AS64496") @Nullable
        AsNumber asn,

        @Parameter(
                name = "origin_as",
                description = "The AS number of the origin (the last AS of the path), with or without AS",
                example = "AS64496")
        @BindParam("origin_as")
        @Nullable
        AsNumber originAs,

        @Parameter(description = "A RIB view") @Nullable RibView view) {
    /**
     * Returns the query for these filters.
     *
     * @throws BadRequestException when {@code match} is given without {@code prefix}, or when the router or the peer is
     *     not known
     */
    public RouteQuery query(KnownSessions known) {
        known.require(router, peer);
        if (match != null && prefix == null) {
            throw BadRequestException.of("match", match.label(), "needs the parameter prefix");
        }
        return RouteQuery.builder()
                .prefix(prefix, match == null ? Match.EXACT : match)
                .states(orEmpty(state))
                .origins(orEmpty(originState))
                .aspa(orEmpty(aspaState))
                .rules(orEmpty(finding))
                .router(router)
                .peer(peer)
                .asn(orEmpty(asn))
                .originAs(orEmpty(originAs))
                .view(view)
                .build();
    }

    private static <T> Set<T> orEmpty(@Nullable Set<T> set) {
        return set == null ? Set.of() : set;
    }

    private static OptionalLong orEmpty(@Nullable AsNumber asn) {
        return asn == null ? OptionalLong.empty() : OptionalLong.of(asn.value());
    }
}
