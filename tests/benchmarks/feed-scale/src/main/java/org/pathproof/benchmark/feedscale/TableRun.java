// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feedscale;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.pathproof.benchmark.kit.Progress;
import org.pathproof.bgp.net.BgpSpeaker;
import org.pathproof.bgp.net.Neighbor;
import org.pathproof.bgp.net.SpeakerListener;
import org.pathproof.bgp.net.SpeakerSettings;
import org.pathproof.bgp.rib.AdjRibOut;
import org.pathproof.bgp.rib.AttributeSet;
import org.pathproof.bgp.rib.PathIds;
import org.pathproof.bgp.rib.SharedRoutes;
import org.pathproof.bgp.session.BgpState;
import org.pathproof.bgp.session.SessionSettings;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.PathAttribute;

/**
 * The BGP speaker and the Adj-RIBs-Out of {@code libs/bgp} alone. All routers have the same prefixes. Attributes differ
 * between routers, because the next hop does. A change replaces the attributes of some routes of each router.
 */
final class TableRun implements SpeakerListener {
    private static final int IDENTIFIER = 0xc000_0209;
    private static final long MINUTES = 60;
    /** Hold Time of the router that stops reading. Its Send Hold Time (RFC 9687 section 4.4) is 4/3 of this time. */
    private static final Duration SHORT_HOLD_TIME = Duration.ofSeconds(9);

    /** Hold Time of that router in a run with many routes: longer than a full garbage collection. */
    private static final Duration LONG_HOLD_TIME = Duration.ofSeconds(60);

    private static final long MANY_ROUTES = 10_000_000;
    private static final long MAX_SLOW_MS = 300_000;
    /** Delay before a lost session is connected again: longer than a run. */
    private static final Duration NEVER = Duration.ofDays(1);

    private final Sizes sizes;
    private final Progress progress;
    private final SharedRoutes shared = new SharedRoutes();
    private final CompletableFuture<SessionEnd> ended = new CompletableFuture<>();

    /** The first end of a session. */
    private record SessionEnd(long atUs, InetAddress router, String reason) {}

    TableRun(Sizes sizes, Progress progress) {
        this.sizes = sizes;
        this.progress = progress;
    }

    Outcome measure(ProcessGroup processes) throws IOException, InterruptedException {
        RouterProcess routers = new RouterProcess(processes);
        Memory before = Memory.now();
        progress.print("tables: filling " + sizes.sessions() + " Adj-RIBs-Out");
        List<AdjRibOut> ribs = IntStream.range(0, sizes.sessions())
                .mapToObj(router -> new AdjRibOut(PathIds.SINGLE, shared))
                .toList();
        change(ribs, 0, 0, sizes.routes(), 0);
        progress.print("tables: starting " + sizes.sessions() + " sessions; " + shared.prefixes() + " prefixes and "
                + shared.attributeSets() + " sets of attributes");
        try (BgpSpeaker speaker = new BgpSpeaker(SpeakerSettings.of(List.of()), this)) {
            speaker.start();
            Stopwatch fill = Stopwatch.start();
            for (int router = 0; router < sizes.sessions(); router++) {
                speaker.add(neighbor(router, routers.port()), ribs.get(router));
            }
            RouterProcess.Reached reached = routers.await(sizes.sessions(), sizes.routes(), 0, MINUTES);
            double fillSeconds = fill.msUntil(reached) / 1e3;
            Memory full = Memory.now();
            List<Double> times = new ArrayList<>();
            for (int round = 0; round < sizes.rounds(); round++) {
                Stopwatch start = Stopwatch.start();
                change(ribs, 0, round * sizes.changed(), sizes.changed(), round + 1);
                reached = routers.await(sizes.sessions(), sizes.routes() + (round + 1L) * sizes.changed(), 0, MINUTES);
                times.add(start.msUntil(reached));
                progress.print("tables: change " + (round + 1) + " took "
                        + times.getLast().intValue() + " ms");
            }
            long bytes = reached.bytes();
            Outcome.SlowReader slow = slowReader(routers, ribs);
            return new Outcome(
                    "tables",
                    sizes,
                    fillSeconds,
                    times,
                    List.of(),
                    slow,
                    before.heap(),
                    full.heap(),
                    full.resident(),
                    Memory.peak(),
                    bytes);
        }
    }

    /** Router 0 stops reading. The routes of all routers change until the speaker ends the session of router 0. */
    private Outcome.SlowReader slowReader(RouterProcess routers, List<AdjRibOut> ribs)
            throws IOException, InterruptedException {
        progress.print("tables: router 0 stops reading");
        routers.stopReading(0);
        Stopwatch stopped = Stopwatch.start();
        List<Double> times = new ArrayList<>();
        int others = sizes.sessions() - 1;
        for (int round = sizes.rounds(); !ended.isDone() || times.size() < sizes.rounds(); round++) {
            if (stopped.ms() > MAX_SLOW_MS) {
                throw new IllegalStateException("the session of a router that does not read did not end");
            }
            Stopwatch start = Stopwatch.start();
            change(ribs, 1, round % sizes.rounds() * sizes.changed(), sizes.changed(), round + 1);
            long announced = sizes.routes() + (round + 1L) * sizes.changed();
            times.add(start.msUntil(routers.await(others, announced, 0, MINUTES)));
            // The session takes what fits into the buffers of the connection.
            change(ribs.subList(0, 1), 0, 0, sizes.routes(), round + 1);
        }
        SessionEnd end = ended.join();
        if (!end.router().equals(RouterProcess.inetAddress(0))) {
            throw new IllegalStateException("the session of another router ended: " + end);
        }
        double seconds = (end.atUs() - stopped.startUs()) / 1e6;
        progress.print("tables: session of router 0 ended after " + (int) seconds + " s: " + end.reason());
        return new Outcome.SlowReader(seconds, end.reason(), times);
    }

    @Override
    public void onStateChange(Neighbor neighbor, BgpState before, BgpState after, String why) {
        if (before == BgpState.ESTABLISHED) {
            ended.complete(new SessionEnd(Stopwatch.start().startUs(), neighbor.address(), why));
        }
    }

    /** Announces consecutive prefixes to the routers from {@code firstRouter} on. */
    private void change(List<AdjRibOut> ribs, int firstRouter, int first, int count, int version) {
        for (int router = firstRouter; router < ribs.size(); router++) {
            List<AdjRibOut.Change> changes = new ArrayList<>(count);
            Optional<AttributeSet> attributes = Optional.empty();
            for (int i = 0; i < count; i++) {
                if (i % Sizes.PREFIXES_OF_A_PATH == 0) {
                    attributes = Optional.of(attributes(router, (first + i) / Sizes.PREFIXES_OF_A_PATH, version));
                }
                changes.add(new AdjRibOut.Change(Verdicts.prefix(first + i), 0, attributes));
            }
            ribs.get(router).change(changes);
        }
    }

    private static AttributeSet attributes(int router, int path, int version) {
        List<PathAttribute> own = List.of(
                new NextHop(PathAttribute.FLAG_TRANSITIVE, Verdicts.nextHop(router, version)),
                new LocalPref(PathAttribute.FLAG_TRANSITIVE, 101));
        List<Long> asns = LongStream.of(65_001, 64_501, 100_000 + path).boxed().toList();
        return AttributeSet.of(Verdicts.attributes(asns, own));
    }

    private Duration shortHoldTime() {
        return sizes.allRoutes() < MANY_ROUTES ? SHORT_HOLD_TIME : LONG_HOLD_TIME;
    }

    private Neighbor neighbor(int router, int port) {
        SessionSettings usual = SessionSettings.of(Verdicts.OWN_AS, Verdicts.OWN_AS, IDENTIFIER);
        SessionSettings session = new SessionSettings(
                usual.localAs(),
                usual.peerAs(),
                usual.identifier(),
                Set.of(AfiSafi.IPV4_UNICAST),
                Map.of(),
                router == 0 ? shortHoldTime() : usual.holdTime(),
                Optional.empty(),
                NEVER,
                NEVER,
                false,
                usual.gracefulRestart(),
                usual.extendedMessages());
        return new Neighbor(RouterProcess.inetAddress(router), port, Optional.empty(), session, TcpProtection.NONE);
    }
}
