// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import io.swagger.v3.oas.annotations.Parameter;
import java.util.List;
import org.pathproof.policyapi.rest.NotFoundException;
import org.pathproof.policyapi.rest.ParameterDescriptions;
import org.pathproof.policyapi.rest.PrefixWithLength;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.routerfeeds.bgp.OverrideFeeds;
import org.pathproof.routerfeeds.use.OverrideUses;
import org.pathproof.verdictstore.store.SessionSelector;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Serves the overrides of routers and the reasons for them. */
@RestController
public final class OverridesController {
    /** Maximum number of overrides of each router in the response. */
    private static final int MAX_OVERRIDES = 1_000;

    private final OverrideFeeds feeds;
    private final OverrideUses uses;
    private final Readiness readiness;

    public OverridesController(OverrideFeeds feeds, OverrideUses uses, Readiness readiness) {
        this.feeds = feeds;
        this.uses = uses;
        this.readiness = readiness;
    }

    /** The feeds of all routers in the settings. */
    public record Overrides(List<RouterOverridesJson> routers) {}

    @GetMapping(path = "/api/v1/overrides", produces = MediaType.APPLICATION_JSON_VALUE)
    public Overrides overrides() {
        return new Overrides(feeds.status(MAX_OVERRIDES).stream()
                .map(router -> RouterOverridesJson.of(router, uses))
                .toList());
    }

    @GetMapping(path = "/api/v1/overrides/{router}/{*prefix}", produces = MediaType.APPLICATION_JSON_VALUE)
    public OverrideExplanationJson explain(
            @PathVariable @Parameter(description = ParameterDescriptions.ROUTER, example = "10.0.0.1")
                    SessionSelector router,
            @PathVariable
                    @Parameter(
                            description = ParameterDescriptions.PREFIX + "; its slash as it is, or as %2F",
                            example = "192.0.2.0/24")
                    PrefixWithLength prefix) {
        readiness.requireStore();
        String feed = feedOf(router);
        return feeds.explain(feed, prefix.prefix())
                .map(explanation -> OverrideExplanationJson.of(feed, explanation, uses.use(feed, prefix.prefix())))
                .orElseThrow(() -> new NotFoundException(feeds.absence(feed, prefix.prefix())));
    }

    @GetMapping(path = "/api/v1/feeds/check/{router}", produces = MediaType.APPLICATION_JSON_VALUE)
    public FeedCheckJson check(
            @PathVariable @Parameter(description = ParameterDescriptions.ROUTER, example = "10.0.0.1")
                    SessionSelector router) {
        readiness.requireStore();
        String feed = feedOf(router);
        return FeedCheckJson.of(feed, feeds.check(feed));
    }

    private String feedOf(SessionSelector router) {
        return feeds.find(router)
                .orElseThrow(() -> new NotFoundException(
                        feeds.hasRouters()
                                ? "no feed, or more than one, is for router " + router.text() + ": the feeds are for "
                                        + String.join(", ", feeds.names()) + " (pathproof.feeds.routers)"
                                : "no router has a feed: name " + router.text() + " in pathproof.feeds.routers"));
    }
}
