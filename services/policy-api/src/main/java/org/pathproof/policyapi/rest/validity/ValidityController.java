// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.validity;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalLong;
import org.pathproof.bgpsec.OriginValidation;
import org.pathproof.policyapi.rest.AsNumber;
import org.pathproof.policyapi.rest.MappedIterator;
import org.pathproof.policyapi.rest.ParameterDescriptions;
import org.pathproof.policyapi.rest.PrefixWithLength;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.policyapi.rest.routes.RouteJson;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.verdictstore.store.Match;
import org.pathproof.verdictstore.store.RouteQuery;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.wire.Prefix;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Serves the validity of an origin and a prefix, under the URL paths and in the format of Routinator's API. */
@RestController
public final class ValidityController {
    private static final String ORIGIN = "The AS number of the origin, with or without AS";

    private final RouteTable table;
    private final Readiness readiness;
    private final PolicyApiSettings settings;
    private final Clock clock;

    public ValidityController(RouteTable table, Readiness readiness, PolicyApiSettings settings, Clock clock) {
        this.table = table;
        this.readiness = readiness;
        this.settings = settings;
        this.clock = clock;
    }

    /** Body of a batch request. */
    public record Batch(
            @Schema(requiredMode = Schema.RequiredMode.REQUIRED)
            List<AskedFor> routes) {}

    /**
     * A route of the request.
     *
     * @param asn a number, or text with or without AS
     * @param prefix with its length
     */
    public record AskedFor(
            @Schema(requiredMode = Schema.RequiredMode.REQUIRED, pattern = AsNumber.PATTERN, example = "AS64496")
            String asn,

            @Schema(requiredMode = Schema.RequiredMode.REQUIRED, example = "192.0.2.0/24")
            String prefix) {}

    /** The response for one route. */
    @Schema(name = "ValidityAnswer")
    public record One(@JsonProperty("validated_route") OriginValidityJson validatedRoute, String generatedTime) {}

    /** The response for several routes. */
    @Schema(name = "ValidityAnswers")
    public record Several(
            @JsonProperty("validated_routes") @ArraySchema(schema = @Schema(implementation = OriginValidityJson.class))
            Iterable<OriginValidityJson> validatedRoutes,

            String generatedTime) {}

    /** Returns the validity of one route. The slash of the prefix may be percent-encoded. */
    @GetMapping(path = "/api/v1/validity/{asn}/{*prefix}", produces = MediaType.APPLICATION_JSON_VALUE)
    public One byPath(
            @PathVariable @Parameter(description = ORIGIN, example = "AS64496") AsNumber asn,
            @PathVariable
                    @Parameter(
                            description = ParameterDescriptions.PREFIX + "; the slash may be encoded as %2F",
                            example = "192.0.2.0/24")
                    PrefixWithLength prefix) {
        return one(asn.value(), prefix.prefix());
    }

    @GetMapping(
            path = {"/validity", "/api/v1/validity"},
            produces = MediaType.APPLICATION_JSON_VALUE)
    public One byQuery(
            @RequestParam @Parameter(description = ORIGIN, example = "AS64496") AsNumber asn,
            @RequestParam @Parameter(description = ParameterDescriptions.PREFIX, example = "192.0.2.0/24")
                    PrefixWithLength prefix) {
        return one(asn.value(), prefix.prefix());
    }

    /**
     * Returns the validity of several routes. Reads the whole body first. Each part of the response is created while
     * the response is written.
     */
    @PostMapping(
            path = {"/validity", "/api/v1/validity"},
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    @RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            schema = @Schema(implementation = Batch.class)))
    public Several several(HttpServletRequest request) throws IOException {
        List<ValidityBatch.RequestedRoute> requested =
                ValidityBatch.read(request.getInputStream(), settings.maxBatch());
        RpkiSet set = readiness.requireRpki();
        return new Several(
                () -> requested.stream()
                        .map(route -> validity(route.asn(), route.prefix(), set))
                        .iterator(),
                now());
    }

    private One one(long asn, Prefix prefix) {
        return new One(validity(asn, prefix, readiness.requireRpki()), now());
    }

    private OriginValidityJson validity(long asn, Prefix prefix, RpkiSet set) {
        OriginValidation validation = OriginValidation.of(prefix, OptionalLong.of(asn), set::covering);
        return OriginValidityJson.of(asn, prefix, validation, seen(asn, prefix));
    }

    private OriginValidityJson.Bgpsec seen(long asn, Prefix prefix) {
        RouteQuery query = RouteQuery.builder()
                .prefix(prefix, Match.EXACT)
                .originAs(OptionalLong.of(asn))
                .build();
        return new OriginValidityJson.Bgpsec(
                readiness.storeReady(),
                () -> MappedIterator.map(
                        table.find(query, null), route -> OriginValidityJson.SeenPath.of(RouteJson.of(route))));
    }

    private String now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
