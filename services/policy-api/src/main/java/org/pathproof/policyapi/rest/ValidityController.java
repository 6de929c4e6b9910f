// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import org.pathproof.bgpsec.OriginValidation;
import org.pathproof.policyapi.PolicyApiSettings;
import org.pathproof.policyapi.store.Match;
import org.pathproof.policyapi.store.Route;
import org.pathproof.policyapi.store.RouteQuery;
import org.pathproof.policyapi.store.RouteTable;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.wire.Prefix;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** The validity of (origin, prefix), on the paths and in the shape of Routinator's API. */
@RestController
public final class ValidityController {
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

    /** The answer to one look-up. */
    public record One(@JsonProperty("validated_route") OriginValidityJson validatedRoute, String generatedTime) {}

    /** The answer to several. */
    public record Several(
            @JsonProperty("validated_routes") List<OriginValidityJson> validatedRoutes, String generatedTime) {}

    /** The prefix may have its slash as it is, or encoded. */
    @GetMapping(path = "/api/v1/validity/{asn}/{*prefix}", produces = MediaType.APPLICATION_JSON_VALUE)
    public One byPath(@PathVariable String asn, @PathVariable String prefix) {
        return one(asn, prefix.substring(1));
    }

    @Parameter(name = "asn", in = ParameterIn.QUERY, required = true, description = "The origin AS, with or without AS")
    @Parameter(name = "prefix", in = ParameterIn.QUERY, required = true, description = "The prefix with its length")
    @GetMapping(
            path = {"/validity", "/api/v1/validity"},
            produces = MediaType.APPLICATION_JSON_VALUE)
    public One byQuery(HttpServletRequest request) {
        Parameters parameters = new Parameters(request).allow("asn", "prefix");
        return one(parameters.required("asn"), parameters.required("prefix"));
    }

    @PostMapping(
            path = {"/validity", "/api/v1/validity"},
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    public Several several(@RequestBody JsonNode body) {
        JsonNode routes = body.path("routes");
        if (!routes.isArray()) {
            throw new BadRequestException("the body has no array \"routes\"");
        }
        if (routes.size() > settings.maxBatch()) {
            throw new BadRequestException("\"routes\" has more than " + settings.maxBatch() + " entries");
        }
        RpkiSet set = readiness.requireRpki();
        List<OriginValidityJson> answers = new ArrayList<>();
        for (int i = 0; i < routes.size(); i++) {
            JsonNode route = routes.get(i);
            String where = "routes[" + i + "].";
            long asn = Parameters.read(where + "asn", scalar(route, where, "asn"), Parameters::asn);
            Prefix prefix = prefix(where + "prefix", scalar(route, where, "prefix"));
            answers.add(validity(asn, prefix, set));
        }
        return new Several(answers, now());
    }

    private static String scalar(JsonNode route, String where, String name) {
        JsonNode value = route.path(name);
        if (!value.isString() && !value.isIntegralNumber()) {
            throw new BadRequestException(where + name + " is missing, or neither text nor number");
        }
        return value.asString();
    }

    private One one(String asnText, String prefixText) {
        long asn = Parameters.read("asn", asnText, Parameters::asn);
        Prefix prefix = prefix("prefix", prefixText);
        return new One(validity(asn, prefix, readiness.requireRpki()), now());
    }

    private static Prefix prefix(String name, String text) {
        if (!text.contains("/")) {
            throw BadRequestException.of(name, text, "has no length, such as /24");
        }
        return Parameters.read(name, text, Parameters::prefix);
    }

    private OriginValidityJson validity(long asn, Prefix prefix, RpkiSet set) {
        OriginValidation validation = OriginValidation.of(prefix, OptionalLong.of(asn), set::covering);
        return OriginValidityJson.of(asn, prefix, validation, seen(asn, prefix));
    }

    private OriginValidityJson.Bgpsec seen(long asn, Prefix prefix) {
        List<OriginValidityJson.SeenPath> paths = new ArrayList<>();
        Iterator<Route> routes = table.find(RouteQuery.ALL.withPrefix(prefix, Match.EXACT), null);
        while (routes.hasNext()) {
            Route route = routes.next();
            if (route.originatedBy(asn)) {
                paths.add(OriginValidityJson.SeenPath.of(RouteJson.of(route)));
            }
        }
        return new OriginValidityJson.Bgpsec(readiness.storeReady(), paths);
    }

    private String now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
