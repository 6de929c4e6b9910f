// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.AspaProcedure;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.policyapi.rest.JsonText;
import org.pathproof.routes.ContractTypes;
import org.pathproof.verdictstore.store.Route;

/**
 * The verdict on a route.
 *
 * @param state VALID, NOT_VALID, UNSIGNED, MALFORMED or UNVERIFIED
 * @param aspa verification of the AS path by ASPA
 * @param hops hops of the BGPsec path, origin first; empty for plain BGP
 * @param targetAs target AS of the newest signature
 * @param rpkiSerial serial of the RPKI set that the verdict is based on
 * @param attributeDigest first 8 bytes of the SHA-256 of the BGPsec_PATH value, hexadecimal
 * @param derivedFrom id of the pre-policy route with the same BGPsec_PATH, if the router rewrote the path in this view;
 *     absent otherwise
 * @param dualPath true if the route came with AS_PATH beside its BGPsec_PATH, as the operator permits; absent otherwise
 * @param experimental result of an experimental path-security scheme, on which the state does not depend; absent for
 *     routes without one
 * @param epoch epoch of the session in which the route was announced
 * @param validated time of the validation
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ValidityJson(
        String state,
        OriginJson origin,
        AspaJson aspa,
        List<FindingJson> findings,
        List<HopJson> hops,
        @JsonProperty("target_as") @Nullable Long targetAs,
        @JsonProperty("rpki_serial") @Nullable Long rpkiSerial,
        @JsonProperty("attribute_digest") @Nullable String attributeDigest,
        @JsonProperty("derived_from") @Nullable String derivedFrom,
        @JsonProperty("dual_path") @Nullable Boolean dualPath,
        @Nullable SchemeJson experimental,
        long epoch,
        @JsonProperty("judged") @Nullable String validated) {
    /**
     * Origin validation (RFC 6811 section 2).
     *
     * @param state valid, invalid, not-found or unverified
     * @param reason as or length, if invalid; origin-unknown, if the state depends on an origin AS that no message of
     *     the router shows
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record OriginJson(String state, @Nullable String reason) {}

    /**
     * AS path verification (draft-ietf-sidrops-aspa-verification section 6).
     *
     * @param state valid, invalid, unknown, or not-verified (the role of the peer is not known)
     * @param procedure upstream, downstream or unacceptable-path; absent if not verified
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record AspaJson(String state, @Nullable String procedure) {
        /** Converts a route of the store. */
        public static AspaJson of(Route route, Verdict verdict) {
            AspaProcedure procedure = ContractTypes.toDomain(verdict.getAspaProcedure());
            return new AspaJson(route.aspa().label(), procedure == AspaProcedure.NONE ? null : procedure.label());
        }
    }

    /** Converts a route of the store. */
    public static ValidityJson of(Route route, Verdict verdict) {
        List<HopJson> hops = new ArrayList<>();
        verdict.getHopsList().forEach(hop -> hops.add(HopJson.of(hop, hops.size() + 1, verdict.getState())));
        return new ValidityJson(
                route.state().name(),
                new OriginJson(route.origin().label(), JsonText.orNull(verdict.getOriginReason())),
                AspaJson.of(route, verdict),
                verdict.getFindingsList().stream().map(FindingJson::of).toList(),
                hops,
                verdict.hasTargetAs() ? (Long) Integer.toUnsignedLong(verdict.getTargetAs()) : null,
                verdict.hasRpkiSerial() ? (Long) Integer.toUnsignedLong(verdict.getRpkiSerial()) : null,
                verdict.getAttributeDigest() == 0 ? null : HexFormat.of().toHexDigits(verdict.getAttributeDigest()),
                derivedFrom(verdict),
                verdict.getDualPath() ? Boolean.TRUE : null,
                SchemeJson.of(verdict),
                verdict.getEpoch(),
                JsonText.time(verdict.getValidatedUs()));
    }

    /** Returns the id of the route whose verdict was taken over; null for a verdict of its own. */
    public static @Nullable String derivedFrom(Verdict verdict) {
        if (verdict.getDerivedFrom().isEmpty()) {
            return null;
        }
        try {
            return RouteIds.format(RouteKey.ofBytes(verdict.getDerivedFrom().toByteArray()));
        } catch (IllegalArgumentException e) {
            return null; // written by a validator of an unknown version
        }
    }
}
