// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.AspaProcedure;
import org.pathproof.bgpsec.AspaVerification;
import org.pathproof.bgpsec.AspaVerification.Attestation;
import org.pathproof.bgpsec.AspaVerification.Hop;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.routes.AspaPaths;
import org.pathproof.routes.ContractTypes;
import org.pathproof.rpki.RpkiSet;

/**
 * The verification of an AS path by the current ASPAs, hop by hop (draft-ietf-sidrops-aspa-verification section 6).
 *
 * @param state valid, invalid or unknown
 * @param procedure upstream, downstream or unacceptable-path
 * @param summary the result in one sentence
 * @param hops hops between different ASes, origin first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AspaExplanationJson(String state, String procedure, String summary, List<AspaHop> hops) {
    /**
     * A hop.
     *
     * @param from the AS nearer to the origin
     * @param to the AS that received the route
     * @param up provider, not-provider or none: {@code to} as a provider in the ASPAs of {@code from}
     * @param down provider, not-provider or none: {@code from} as a provider in the ASPAs of {@code to}
     */
    public record AspaHop(long from, long to, String up, String down) {
        static AspaHop of(Hop hop) {
            return new AspaHop(hop.from(), hop.to(), label(hop.up()), label(hop.down()));
        }
    }

    /** Verifies the path of a verdict again; returns null if the peer has no known role, or if there is no RPKI set. */
    static @Nullable AspaExplanationJson of(Verdict verdict, Optional<RpkiSet> set) {
        AspaProcedure procedure = ContractTypes.toDomain(verdict.getAspaProcedure());
        if (procedure == AspaProcedure.NONE || set.isEmpty()) {
            return null;
        }
        AspaVerification verification = AspaPaths.verify(verdict, set.get()::aspa);
        return new AspaExplanationJson(
                verification.state().label(),
                procedure.label(),
                summary(verification, procedure),
                verification.hops().stream().map(AspaHop::of).toList());
    }

    private static String summary(AspaVerification verification, AspaProcedure procedure) {
        if (procedure == AspaProcedure.UNACCEPTABLE_PATH) {
            return "The AS path is empty, has an AS_SET, or does not begin with the AS of the peer.";
        }
        String up = hops(verification, true);
        String down = hops(verification, false);
        return switch (verification.state()) {
            case VALID -> "ASPAs attest the whole path.";
            case UNKNOWN -> "No ASPA contradicts the path, but some ASes have none.";
            case INVALID ->
                procedure == AspaProcedure.UPSTREAM
                        ? "A customer, lateral peer or route server may only send routes of its customers, but " + up
                                + "."
                        : "The path descends and climbs again, as in a route leak: " + up + "; " + down + ".";
        };
    }

    /** Returns the hops that contradict an ASPA, in words. */
    private static String hops(AspaVerification verification, boolean up) {
        return verification.hops().stream()
                .filter(hop -> (up ? hop.up() : hop.down()) == Attestation.NOT_PROVIDER)
                .map(hop -> up
                        ? "AS" + hop.to() + " is no provider of AS" + hop.from()
                        : "AS" + hop.from() + " is no provider of AS" + hop.to())
                .collect(Collectors.joining(", "));
    }

    private static String label(Attestation attestation) {
        return attestation.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
