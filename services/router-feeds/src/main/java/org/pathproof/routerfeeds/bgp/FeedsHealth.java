// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pathproof.feeds.override.AnnouncedPaths;
import org.pathproof.feeds.override.HeldPrefix;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.policy.PolicyKind;
import org.pathproof.telemetry.health.HealthPart;
import org.pathproof.telemetry.health.PartHealth;
import org.pathproof.wire.Plural;
import org.pathproof.wire.bgp.AsPath;

/**
 * Reports routers whose overrides are withdrawn, limited or not decided, and routers without an established BGP
 * session.
 */
public final class FeedsHealth implements HealthPart {
    private static final int MAX_NAMED = 5;

    private final OverrideFeeds feeds;

    public FeedsHealth(OverrideFeeds feeds) {
        this.feeds = feeds;
    }

    @Override
    public String name() {
        return "feeds";
    }

    /** Returns the health of all feeds; empty if no router is configured. */
    @Override
    public Optional<PartHealth> health() {
        if (!feeds.hasRouters()) {
            return Optional.empty();
        }
        List<RouterFeedStatus> routers = feeds.status(0);
        List<String> problems = new ArrayList<>();
        for (RouterFeedStatus router : routers) {
            problem(router).ifPresent(problems::add);
        }
        if (problems.isEmpty()) {
            long active = routers.stream()
                    .mapToLong(router -> router.counts().active())
                    .sum();
            return Optional.of(PartHealth.ok(Plural.of(active, "override") + " for "
                    + Plural.of(routers.size(), "router") + hints(routers) + certificateProblems(routers)));
        }
        String named = String.join("; ", problems.subList(0, Math.min(MAX_NAMED, problems.size())));
        int more = problems.size() - MAX_NAMED;
        return Optional.of(PartHealth.failing(
                (more > 0 ? named + "; and " + Plural.of(more, "more router") : named) + certificateProblems(routers)));
    }

    /** Returns the problems of the files for TLS, as further parts of a sentence. Sessions go on with the old files. */
    private String certificateProblems(List<RouterFeedStatus> routers) {
        return routers.stream()
                .flatMap(router -> feeds.tls(router.router()).stream())
                .flatMap(files -> files.problems().stream())
                .distinct()
                .limit(MAX_NAMED)
                .map(problem -> "; " + problem)
                .collect(Collectors.joining());
    }

    /** Returns the hints about working feeds, as further parts of a sentence. */
    private static String hints(List<RouterFeedStatus> routers) {
        return routers.stream()
                .flatMap(router -> router.hints().stream().map(hint -> "; router " + router.router() + ": " + hint))
                .limit(MAX_NAMED)
                .collect(Collectors.joining());
    }

    private static Optional<String> problem(RouterFeedStatus router) {
        String start = "router " + router.router() + ": ";
        if (router.ambiguous()) {
            return Optional.of(start + String.join(", ", router.hints()));
        }
        List<String> problems = new ArrayList<>();
        if (!router.suspensions().isEmpty()) {
            problems.add("all overrides are withdrawn: "
                    + router.suspensions().stream()
                            .map(Suspension::label)
                            .sorted()
                            .collect(Collectors.joining(", ")));
        }
        router.session()
                .filter(session -> !session.isEstablished())
                .ifPresent(session -> problems.add("its BGP session with " + session.neighbor() + " is "
                        + session.state()
                        + session.lastError().map(error -> " (" + error + ")").orElse("")));
        int waiting = router.counts().waiting();
        if (waiting > 0 && router.suspensions().isEmpty()) {
            problems.add(Plural.of(waiting, "override waits", "overrides wait") + " because of the limits of group "
                    + router.policy().group().name());
        }
        if (router.counts().blocked() > 0
                && router.suspensions().isEmpty()
                && router.policy().group().policy().overrides()) {
            problems.add(blocked(router));
        }
        if (!router.held().isEmpty()) {
            problems.add(held(router));
        }
        if (router.unusable() && router.policy().group().policy() != PolicyKind.OBSERVE
                || router.suspensions().contains(Suspension.ROUTER_LOST)) {
            problems.addAll(router.hints());
        }
        return problems.isEmpty() ? Optional.empty() : Optional.of(start + String.join(", ", problems));
    }

    private static String held(RouterFeedStatus router) {
        return "flap damping holds "
                + Plural.of(router.counts().held(), "prefix", "prefixes") + ", whose overrides changed often: "
                + router.held().stream().limit(MAX_NAMED).map(FeedsHealth::hold).collect(Collectors.joining(", "));
    }

    private static String hold(HeldPrefix held) {
        String reason = switch (held.cause()) {
            case OSCILLATION ->
                "oscillation: the overrides are the reason for their own change, between "
                        + held.states().stream().map(FeedsHealth::state).collect(Collectors.joining(" and "));
            case FLAPS -> "flaps: the paths of neighbors change";
        };
        return held.prefix() + " (" + reason + "; "
                + switch (held.action()) {
                    case KEEP -> "the last override stays";
                    case WITHDRAW -> "without an override";
                }
                + " until " + held.until().truncatedTo(ChronoUnit.SECONDS) + ")";
    }

    /** Describes the overrides of a prefix in one state. */
    private static String state(AnnouncedPaths state) {
        return state.byRouter().isEmpty()
                ? "no override"
                : "overrides of "
                        + state.byRouter().entrySet().stream()
                                .limit(MAX_NAMED)
                                .map(entry -> asPath(entry.getValue()) + " at " + entry.getKey())
                                .collect(Collectors.joining(", "));
    }

    private static String asPath(RouteAttributes attributes) {
        return attributes.find(AsPath.class).map(AsPath::asns).orElse(List.of()).stream()
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }

    private static String blocked(RouterFeedStatus router) {
        String count = Plural.of(router.counts().blocked(), "prefix has", "prefixes have") + " no override";
        return router.blocked().isEmpty()
                ? count
                : count + ": "
                        + router.blocked().stream()
                                .map(entry -> entry.obstacle().reason().label() + " at "
                                        + String.join(", ", entry.obstacle().routers()))
                                .distinct()
                                .limit(MAX_NAMED)
                                .collect(Collectors.joining(", "))
                        + ", first " + router.blocked().getFirst().prefix();
    }
}
