// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.validity;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.OriginValidation;
import org.pathproof.policyapi.rest.routes.FindingJson;
import org.pathproof.policyapi.rest.routes.RouteJson;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** The validity of an origin and a prefix in the format of Routinator, with the verdicts on the paths of the route. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OriginValidityJson(AskedRoute route, Outcome validity, Bgpsec bgpsec) {
    /** The requested route. */
    public record AskedRoute(@JsonProperty("origin_asn") String originAsn, String prefix) {}

    /** The origin validity. {@code reason} is present only if the state is invalid. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Outcome(
            String state,
            @Nullable String reason,
            String description,
            @JsonProperty("VRPs") Vrps vrps) {}

    /** The VRPs that cover the prefix, by their effect on the route. */
    @Schema(name = "CoveringVrps")
    public record Vrps(
            List<VrpText> matched,
            @JsonProperty("unmatched_as") List<VrpText> unmatchedAs,
            @JsonProperty("unmatched_length") List<VrpText> unmatchedLength) {}

    /** A VRP in the format of Routinator: all values are text. */
    public record VrpText(
            String asn,
            String prefix,
            @JsonProperty("max_length") String maxLength) {
        static VrpText of(Vrp vrp) {
            return new VrpText("AS" + vrp.asn(), vrp.prefix().toString(), Integer.toString(vrp.maxLength()));
        }
    }

    /**
     * The paths of the route.
     *
     * @param complete true if the store has read all verdicts from before the start; otherwise, paths may be missing
     * @param paths the paths, read from the store while the response is written
     */
    public record Bgpsec(
            boolean complete,

            @ArraySchema(schema = @Schema(implementation = SeenPath.class))
            Iterable<SeenPath> paths) {}

    /** A path with its verdict and its session. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record SeenPath(
            String id,
            String state,
            List<FindingJson> findings,
            @Nullable String router,
            @JsonProperty("router_name") @Nullable String routerName,
            @Nullable String peer,
            @JsonProperty("peer_asn") long peerAsn,
            String view,
            @JsonProperty("as_path") List<Long> asPath) {
        static SeenPath of(RouteJson route) {
            return new SeenPath(
                    route.id(),
                    route.validity().state(),
                    route.validity().findings(),
                    route.routerIp(),
                    route.routerName(),
                    route.peerIp(),
                    route.peerAsn(),
                    route.view(),
                    route.asPath());
        }
    }

    static OriginValidityJson of(long asn, Prefix prefix, OriginValidation validation, Bgpsec bgpsec) {
        return new OriginValidityJson(
                new AskedRoute("AS" + asn, prefix.toString()),
                new Outcome(
                        validation.state().label(),
                        validation.state() == OriginState.INVALID
                                ? validation.reason().orElse(null)
                                : null,
                        description(validation),
                        new Vrps(
                                texts(validation.matched()),
                                texts(validation.unmatchedAs()),
                                texts(validation.unmatchedLength()))),
                bgpsec);
    }

    private static List<VrpText> texts(List<Vrp> vrps) {
        return vrps.stream().map(VrpText::of).toList();
    }

    /** Returns the description in the words of Routinator, because clients may search for these words. */
    private static String description(OriginValidation validation) {
        return switch (validation.state()) {
            case VALID -> "At least one VRP Matches the Route Prefix";
            case NOT_FOUND -> "No VRP Covers the Route Prefix";
            case INVALID ->
                validation.reason().filter("length"::equals).isPresent()
                        ? "At least one VRP Covers the Route Prefix, but the Route Prefix length is greater than the maximum"
                                + " length allowed by VRP(s) matching this route origin ASN"
                        : "At least one VRP Covers the Route Prefix, but no VRP ASN matches the route origin ASN";
        };
    }
}
