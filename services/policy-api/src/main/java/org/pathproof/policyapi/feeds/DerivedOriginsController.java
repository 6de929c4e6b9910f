// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.pathproof.feeds.origin.OriginPair;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.policyapi.rest.NotFoundException;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.routerfeeds.derived.DerivedOriginFeed;
import org.pathproof.routerfeeds.derived.DerivedOriginStatus;
import org.pathproof.wire.rpki.Vrp;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves the differences between the derived origin feed and the genuine VRPs. */
@RestController
public final class DerivedOriginsController {
    /** Maximum number of elements of each list in the response. */
    private static final int MAX_ELEMENTS = 1_000;

    private final DerivedOriginFeed feed;
    private final Readiness readiness;

    public DerivedOriginsController(DerivedOriginFeed feed, Readiness readiness) {
        this.feed = feed;
        this.readiness = readiness;
    }

    /** A prefix and its origin AS. */
    public record OriginPairJson(String prefix, long asn) {
        static OriginPairJson of(OriginPair pair) {
            return new OriginPairJson(pair.prefix().toString(), pair.originAs());
        }
    }

    /** A VRP. */
    public record DerivedVrpJson(
            String prefix, @JsonProperty("max_length") int maxLength, long asn) {
        static DerivedVrpJson of(Vrp vrp) {
            return new DerivedVrpJson(vrp.prefix().toString(), vrp.maxLength(), vrp.asn());
        }
    }

    /**
     * The derived origin feed. Lists are in the order of prefixes.
     *
     * @param suspended reasons for which the feed has no marks
     * @param pairs number of pairs that are not valid, marked or not
     * @param notValid the first pairs that are not valid
     * @param notExpressible the first pairs that no VRP covers
     * @param removed the first genuine VRPs that the feed omits
     * @param added the first VRPs that the feed has in addition
     */
    public record DerivedOriginsJson(
            List<String> suspended,
            int pairs,
            @JsonProperty("not_valid") List<OriginPairJson> notValid,
            @JsonProperty("not_expressible") List<OriginPairJson> notExpressible,
            List<DerivedVrpJson> removed,
            List<DerivedVrpJson> added) {}

    @GetMapping(path = "/api/v1/derived-origins", produces = MediaType.APPLICATION_JSON_VALUE)
    public DerivedOriginsJson derivedOrigins() {
        readiness.requireStore();
        if (!feed.isEnabled()) {
            throw new NotFoundException(
                    "the derived origin feed is switched off: set pathproof.feeds.derived-origin.rtr-port");
        }
        DerivedOriginStatus status = feed.status();
        return new DerivedOriginsJson(
                Stream.concat(
                                status.suspensions().stream()
                                        .map(Suspension::label)
                                        .sorted(),
                                status.overLimit() ? Stream.of("over-limit") : Stream.empty())
                        .toList(),
                status.pairs(),
                pairs(status.differences().notValid()),
                pairs(status.differences().notExpressible()),
                vrps(status.differences().removed()),
                vrps(status.differences().added()));
    }

    private static List<OriginPairJson> pairs(Collection<OriginPair> pairs) {
        return pairs.stream().limit(MAX_ELEMENTS).map(OriginPairJson::of).toList();
    }

    private static List<DerivedVrpJson> vrps(Collection<Vrp> vrps) {
        return vrps.stream().limit(MAX_ELEMENTS).map(DerivedVrpJson::of).toList();
    }
}
