// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.pathproof.benchmark.feeds.Flow.Announced;
import org.pathproof.benchmark.feeds.Scenario.Trial;
import org.pathproof.benchmark.feeds.table.Best;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.wire.Prefix;

/**
 * Runs scenarios against one Pathproof, one network after the other. Each trial has a prefix of its own, because
 * Pathproof damps the changes of a prefix.
 */
final class ScenarioRun {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(100);

    private final Core core;
    private final Chain chain;
    private final Path folder;
    private final Duration quiet;
    private final Duration longest;
    private final int repetitions;
    private final Claims claims;
    private int networks;
    private int prefixes;

    /**
     * @param quiet time without UPDATEs after which a network is quiet
     * @param longest longest time for a network to become quiet
     * @param repetitions number of repetitions of each trial
     */
    ScenarioRun(Core core, Chain chain, Path folder, Duration quiet, Duration longest, int repetitions) {
        this.core = core;
        this.chain = chain;
        this.folder = folder;
        this.quiet = quiet;
        this.longest = longest;
        this.repetitions = repetitions;
        this.claims = new Claims(chain);
    }

    ScenarioResult run(Scenario scenario, String daemon) throws IOException, InterruptedException {
        ScenarioResult result = new ScenarioResult(scenario.label(), daemon);
        for (Shape shape : scenario.shapes(daemon, daemon)) {
            try (RunningNetwork running = start(shape)) {
                for (int i = 0; i < repetitions; i++) {
                    for (Trial trial : scenario.trials()) {
                        tamper(running, flow(running, trial), trial, result);
                    }
                }
                running.withdrawAll();
                int ghosts = running.ghosts(longest);
                result.addGhosts(ghosts);
                if (ghosts > 0) {
                    result.note("paths that stay: " + running.network().bests());
                }
            }
        }
        return result;
    }

    /** Starts a network, and waits until Pathproof knows all of its routers. */
    RunningNetwork start(Shape shape) throws IOException, InterruptedException {
        networks++;
        chain.renewPolicy(networks);
        return new RunningNetwork(
                new Network(core, folder.resolve("network-" + networks), shape, chain.bmpPort()), chain);
    }

    private Flow flow(RunningNetwork running, Trial trial) throws IOException {
        prefixes++;
        String network = Flow.network(trial.network()).toString();
        Flow flow = new Flow(Prefix.parse(network.replace(".0.0/16", "." + prefixes + ".0/24")));
        Shape shape = running.network().shape();
        for (Scenario.Path path : trial.paths()) {
            flow.add(
                    shape.upstream(shape.borders().get(path.second() ? 1 : 0), path.index()),
                    path.middle(),
                    path.pathId());
        }
        return flow;
    }

    private void tamper(RunningNetwork running, Flow flow, Trial trial, ScenarioResult result)
            throws IOException, InterruptedException {
        Network network = running.network();
        result.addTrial();
        network.watch(flow.prefix());
        for (Announced path : flow.paths()) {
            running.announce(path);
        }
        chain.awaitValid(flow);
        for (NetworkRouter router : network.routers()) {
            router.best().await(flow.prefix(), 0, flow::isAccepted, LIMIT);
        }
        awaitQuiet(network, 0);
        Map<Integer, Best> before = bests(network, flow);
        List<Announced> tampered = new ArrayList<>();
        for (int i = 0; i < trial.paths().size(); i++) {
            if (trial.paths().get(i).tampered()) {
                tampered.add(flow.paths().get(i));
            }
        }
        long messages = network.updates();
        tampered.forEach(path -> flow.setTampered(path, true));
        long sent = System.nanoTime();
        for (Announced path : tampered) {
            network.send(path.upstream(), path.tampered());
        }
        boolean settled = awaitQuiet(network, messages);
        result.addMessages(network.updates() - messages, settled);
        addProtection(network, flow, sent, result);
        messages = network.updates();
        tampered.forEach(path -> flow.setTampered(path, false));
        long mended = System.nanoTime();
        for (Announced path : tampered) {
            network.send(path.upstream(), path.valid());
        }
        settled = awaitQuiet(network, messages);
        result.addMessages(network.updates() - messages, settled);
        long latest = latest(
                network.routers(),
                router ->
                        router.best().since(flow.prefix(), best -> best.asPath().equals(path(before, router))));
        if (latest == Long.MAX_VALUE) {
            result.note(flow.prefix() + ": not back: " + before + ", now " + bests(network, flow));
        } else {
            result.back.add(mended, Math.max(mended, latest));
        }
        for (NetworkRouter router : network.routers()) {
            long lost = router.best().lost(flow.prefix(), sent).toMillis();
            result.addLost(lost);
            if (lost > 0) {
                result.note(flow.prefix() + ": router " + router.number() + " had no path for " + lost + " ms");
            }
        }
    }

    private static String path(Map<Integer, Best> before, NetworkRouter router) {
        return before.getOrDefault(router.number(), Best.NONE).asPath();
    }

    private void addProtection(Network network, Flow flow, long sent, ScenarioResult result) {
        Predicate<Best> accepted = flow::isAccepted;
        List<NetworkRouter> borders = network.routers().stream()
                .filter(router -> network.shape().borders().contains(router.number()))
                .toList();
        long atBorders = latest(borders, router -> router.best().since(flow.prefix(), accepted));
        long everywhere = latest(network.routers(), router -> router.best().since(flow.prefix(), accepted));
        if (everywhere == Long.MAX_VALUE) {
            Claims.Saying saying = claims.saying(network, flow);
            result.addUnprotected(saying.reason().isPresent());
            result.note(flow.prefix() + ": not protected: " + bests(network, flow) + "; Pathproof: " + saying.text());
        } else {
            result.border.add(sent, Math.max(sent, atBorders));
            result.all.add(sent, Math.max(sent, everywhere));
        }
        List<String> wrong = claims.wrong(network, flow);
        result.addFalseClaims(wrong.size());
        wrong.forEach(claim -> result.note(flow.prefix() + ": false claim: " + claim));
    }

    private interface Since {
        OptionalLong of(NetworkRouter router);
    }

    /** Returns the latest of these times; {@link Long#MAX_VALUE} if a router has none. */
    private static long latest(List<NetworkRouter> routers, Since since) {
        return routers.stream()
                .mapToLong(router -> since.of(router).orElse(Long.MAX_VALUE))
                .max()
                .orElseThrow();
    }

    private static Map<Integer, Best> bests(Network network, Flow flow) {
        Map<Integer, Best> bests = new HashMap<>();
        network.routers()
                .forEach(router -> bests.put(router.number(), router.best().current(flow.prefix())));
        return bests;
    }

    /**
     * Waits until no router receives UPDATEs for the time {@code quiet}.
     *
     * @param before number of UPDATEs before the event
     * @return false if this does not happen within the time {@code longest}
     */
    boolean awaitQuiet(Network network, long before) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        long last = before;
        long since = begin;
        while (System.nanoTime() - since < quiet.toNanos()) {
            if (System.nanoTime() - begin > longest.toNanos()) {
                return false;
            }
            TimeUnit.NANOSECONDS.sleep(POLL.toNanos());
            long now = network.updates();
            if (now != last) {
                last = now;
                since = System.nanoTime();
            }
        }
        return true;
    }

    /** Returns the longest time for a network to become quiet. */
    Duration longest() {
        return longest;
    }

    /** Withdraws a path. */
    static void withdraw(Network network, Announced path) throws IOException {
        network.send(path.upstream(), LabUpdates.withdrawal(path.valid()));
    }
}
