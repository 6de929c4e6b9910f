// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.pathproof.benchmark.feeds.Flow.Announced;
import org.pathproof.benchmark.feeds.table.Best;
import org.pathproof.wire.Prefix;
import tools.jackson.databind.JsonNode;

/**
 * Random announcements, withdrawals and ends of sessions in a network, and what is left of them. The seed decides the
 * order of events. Their times depend on the machine.
 */
final class RandomEvents {
    private static final int PREFIXES = 30;
    private static final int MAX_PAUSE_MS = 150;
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(15);
    private static final Duration REREAD = Duration.ofMillis(400);
    /** A claim is false if it is so in each of these readings of a quiet network. */
    private static final int READINGS = 5;

    private static final List<Integer> METRICS = List.of(-1, 0, 50);

    private final Chain chain;
    private final ScenarioRun run;
    private final Random random;
    private final Map<Place, List<Announced>> variants = new HashMap<>();
    private final Map<Place, Sent> sent = new HashMap<>();

    /** A prefix at an upstream. */
    private record Place(Prefix prefix, Shape.Neighbor upstream) {}

    /**
     * A path that an upstream announces now.
     *
     * @param valid false if its signature is wrong
     */
    private record Sent(Announced path, boolean valid) {}

    RandomEvents(Chain chain, ScenarioRun run, long seed) {
        this.chain = chain;
        this.run = run;
        this.random = new Random(seed);
    }

    /** Runs events for this time, then announces right signatures everywhere, then withdraws everything. */
    RandomResult run(Shape shape, Duration time) throws IOException, InterruptedException {
        RandomResult result = new RandomResult();
        try (RunningNetwork running = run.start(shape)) {
            Network network = running.network();
            List<Shape.Neighbor> upstreams = shape.borders().stream()
                    .flatMap(border -> shape.upstreams(border).stream())
                    .toList();
            for (int i = 0; i < PREFIXES; i++) {
                addPaths(Prefix.parse("10.64." + i + ".0/24"), upstreams);
            }
            long end = System.nanoTime() + time.toNanos();
            long check = System.nanoTime() + CHECK_INTERVAL.toNanos();
            while (System.nanoTime() < end) {
                event(network, upstreams, result);
                TimeUnit.MILLISECONDS.sleep(random.nextInt(MAX_PAUSE_MS));
                if (System.nanoTime() > check) {
                    check(network, result);
                    check = System.nanoTime() + CHECK_INTERVAL.toNanos();
                }
            }
            check(network, result);
            for (Map.Entry<Place, List<Announced>> all : variants.entrySet()) {
                announce(network, all.getKey(), new Sent(all.getValue().getFirst(), true));
            }
            check(network, result);
            for (Place place : variants.keySet()) {
                withdraw(network, place);
            }
            running.withdrawAll();
            result.ghosts += running.ghosts(run.longest());
            if (result.ghosts > 0) {
                result.notes.add("paths that stay: " + network.bests());
            }
        }
        return result;
    }

    private void addPaths(Prefix prefix, List<Shape.Neighbor> upstreams) {
        for (Shape.Neighbor upstream : upstreams) {
            Flow flow = new Flow(prefix);
            for (int middle = 0; middle <= 2; middle++) {
                flow.add(upstream, middle, 0, 0, METRICS.get(random.nextInt(METRICS.size())));
                flow.add(upstream, middle, 1, 0, METRICS.get(random.nextInt(METRICS.size())));
            }
            variants.put(new Place(prefix, upstream), flow.paths());
        }
    }

    private void event(Network network, List<Shape.Neighbor> upstreams, RandomResult result)
            throws IOException, InterruptedException {
        result.events++;
        Shape.Neighbor upstream = upstreams.get(random.nextInt(upstreams.size()));
        Place place = new Place(Prefix.parse("10.64." + random.nextInt(PREFIXES) + ".0/24"), upstream);
        int kind = random.nextInt(100);
        if (kind < 1) {
            reset(network, upstream);
        } else if (kind < 20) {
            withdraw(network, place);
        } else {
            List<Announced> known = variants.getOrDefault(place, List.of());
            announce(network, place, new Sent(known.get(random.nextInt(known.size())), random.nextBoolean()));
        }
    }

    private void announce(Network network, Place place, Sent path) throws IOException {
        network.send(
                place.upstream(),
                path.valid() ? path.path().valid() : path.path().tampered());
        sent.put(place, path);
    }

    private void withdraw(Network network, Place place) throws IOException {
        Sent before = sent.remove(place);
        if (before != null) {
            ScenarioRun.withdraw(network, before.path());
        }
    }

    /** Ends the session of an upstream, and begins it again after a moment. */
    private void reset(Network network, Shape.Neighbor upstream) throws IOException, InterruptedException {
        network.disconnect(upstream);
        sent.keySet().removeIf(place -> place.upstream().equals(upstream));
        TimeUnit.MILLISECONDS.sleep(random.nextInt(1000));
        network.connect(upstream);
    }

    /** Waits until the network is quiet, and compares what Pathproof says with the tables of the routers. */
    private void check(Network network, RandomResult result) throws IOException, InterruptedException {
        result.checks++;
        long before = network.updates();
        boolean quiet = run.awaitQuiet(network, before);
        result.messages += network.updates() - before;
        if (!quiet) {
            result.restless++;
            result.notes.add("no quiet within " + run.longest().toSeconds() + " s after event " + result.events);
            return;
        }
        List<String> wrong = List.of();
        for (int i = 0; i < READINGS; i++) {
            wrong = wrongUses(network, result, i == 0);
            if (wrong.isEmpty()) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(REREAD.toMillis());
        }
        result.falseClaims += wrong.size();
        wrong.forEach(claim -> result.notes.add("after event " + result.events + ": " + claim));
    }

    private List<String> wrongUses(Network network, RandomResult result, boolean first) throws IOException {
        List<String> wrong = new ArrayList<>();
        JsonNode answer = chain.get("/api/v1/overrides").orElseThrow();
        for (NetworkRouter router : network.routers()) {
            for (JsonNode feed : answer.path("routers")) {
                if (feed.path("router").asString("").equals(Core.router(router.number()))) {
                    wrong.addAll(wrongUses(router, feed, result, first));
                }
            }
        }
        return wrong;
    }

    private List<String> wrongUses(NetworkRouter router, JsonNode feed, RandomResult result, boolean first)
            throws IOException {
        List<String> wrong = new ArrayList<>();
        Map<Prefix, Best> table = router.table().best();
        for (JsonNode override : feed.path("overrides")) {
            Optional<String> use = Claims.use(override);
            if (first) {
                result.uses.merge(use.orElse("nothing"), 1, Integer::sum);
            }
            Prefix prefix = Prefix.parse(override.path("prefix").asString());
            Best best = table.getOrDefault(prefix, Best.NONE);
            String asPath = text(override.at("/path/as_path"));
            boolean used = best.isFrom(Core.PATHPROOF) && best.asPath().equals(asPath);
            if (Claims.isInUse(override) && !used) {
                wrong.add("router " + router.number() + ": " + prefix + " by " + asPath
                        + " is said to be in use, and the router uses " + best);
            }
            if (use.isEmpty() || Claims.isInUse(override)) {
                boolean accepted = sent.entrySet().stream()
                        .anyMatch(entry -> entry.getKey().prefix().equals(prefix)
                                && entry.getValue().valid()
                                && entry.getValue().path().asPath().equals(asPath));
                if (!accepted) {
                    wrong.add("router " + router.number() + ": the override " + prefix + " by " + asPath
                            + " has no valid path");
                }
            }
        }
        return wrong;
    }

    private static String text(JsonNode asPath) {
        List<String> numbers = new ArrayList<>();
        asPath.forEach(asn -> numbers.add(asn.asString()));
        return String.join(" ", numbers);
    }
}
