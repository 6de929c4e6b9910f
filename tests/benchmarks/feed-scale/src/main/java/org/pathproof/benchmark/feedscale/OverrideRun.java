// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feedscale;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.pathproof.benchmark.kit.Progress;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.PolicyReader;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.routerfeeds.bgp.OverrideFeeds;
import org.pathproof.routerfeeds.bgp.OverrideFeedsBuilder;
import org.pathproof.routerfeeds.policy.PolicyState;
import org.pathproof.routerfeeds.settings.FeedSettings;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.verdictstore.input.ChangeListener;
import org.pathproof.verdictstore.input.PipelineStatus;
import org.pathproof.verdictstore.input.Position;
import org.pathproof.verdictstore.input.StoreInputStatus;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.wire.Bytes;

/**
 * The feeds of the policy API, from its table of verdicts to the routers. Each router has overrides for all its
 * prefixes but the last ones. A change withdraws a router key, so that the better paths to some of the last prefixes
 * become NOT_VALID; its end returns the key.
 */
final class OverrideRun {
    private static final Position START = Position.parse("s0-v0").orElseThrow();
    private static final ChangeListener.Origin ORIGIN = new ChangeListener.Origin(0, 0, 0, START);
    /** Records of one poll of the policy API. */
    private static final int POLL_RECORDS = 500;

    private static final long MINUTES = 60;

    private final Sizes sizes;
    private final Progress progress;
    private final RouteTable table = new RouteTable();

    OverrideRun(Sizes sizes, Progress progress) {
        this.sizes = sizes;
        this.progress = progress;
    }

    Outcome measure(ProcessGroup processes) throws IOException, InterruptedException {
        RouterProcess routers = new RouterProcess(processes);
        OverrideFeeds feeds = feeds(routers.port());
        progress.print("overrides: reading " + 2L * sizes.sessions() * prefixes() + " verdicts");
        load();
        Memory before = Memory.now();
        try {
            progress.print("overrides: starting " + sizes.sessions() + " sessions");
            Stopwatch fill = Stopwatch.start();
            feeds.onComplete(START);
            feeds.start();
            RouterProcess.Reached filled = routers.await(sizes.sessions(), sizes.routes(), 0, MINUTES);
            Memory full = Memory.now();
            List<Double> lost = new ArrayList<>();
            List<Double> back = new ArrayList<>();
            RouterProcess.Reached reached = filled;
            for (int round = 0; round < sizes.rounds(); round++) {
                long announced = sizes.routes() + (round + 1L) * sizes.changed();
                long withdrawn = (long) round * sizes.changed();
                lost.add(change(feeds, round, false)
                        .msUntil(routers.await(sizes.sessions(), announced, withdrawn, MINUTES)));
                Stopwatch returned = change(feeds, round, true);
                reached = routers.await(sizes.sessions(), announced, withdrawn + sizes.changed(), MINUTES);
                back.add(returned.msUntil(reached));
                progress.print("overrides: change " + (round + 1) + " took "
                        + lost.getLast().intValue() + " ms, its end "
                        + back.getLast().intValue() + " ms");
            }
            return new Outcome(
                    "overrides",
                    sizes,
                    fill.msUntil(filled) / 1e3,
                    lost,
                    back,
                    null,
                    before.heap(),
                    full.heap(),
                    full.resident(),
                    Memory.peak(),
                    reached.bytes());
        } finally {
            feeds.stop();
        }
    }

    private int prefixes() {
        return sizes.routes() + sizes.rounds() * sizes.changed();
    }

    /** Reads the sessions and the verdicts of all routers into the table. */
    private void load() {
        byte[][] verdicts = new byte[2 * sizes.sessions()][];
        for (int session = 0; session < verdicts.length; session++) {
            int router = session / 2;
            byte[] id = Verdicts.session(router, session % 2).bytes().toArray();
            table.applySession(id, Verdicts.sessionRecord(router, session % 2));
        }
        for (int prefix = 0; prefix < prefixes(); prefix++) {
            for (int session = 0; session < verdicts.length; session++) {
                int router = session / 2;
                int peer = session % 2;
                if (prefix % Sizes.PREFIXES_OF_A_PATH == 0 || prefix == sizes.routes()) {
                    boolean valid = peer == 1 || prefix >= sizes.routes();
                    verdicts[session] = Verdicts.verdict(router, peer, prefix, valid);
                }
                table.applyVerdict(Verdicts.key(router, peer, prefix), verdicts[session]);
            }
        }
    }

    /** Applies new verdicts on the better paths of a round's prefixes, as the reader of the topic does. */
    private Stopwatch change(OverrideFeeds feeds, int round, boolean valid) {
        List<byte[]> keys = new ArrayList<>();
        List<byte[]> verdicts = new ArrayList<>();
        int first = sizes.routes() + round * sizes.changed();
        for (int prefix = first; prefix < first + sizes.changed(); prefix++) {
            for (int router = 0; router < sizes.sessions(); router++) {
                keys.add(Verdicts.key(router, 0, prefix));
                verdicts.add(Verdicts.verdict(router, 0, prefix, valid));
            }
        }
        Stopwatch start = Stopwatch.start();
        for (int i = 0; i < keys.size(); i++) {
            feeds.onChange(table.applyVerdict(keys.get(i), verdicts.get(i)), ORIGIN);
            if (i % POLL_RECORDS == POLL_RECORDS - 1) {
                feeds.onPollEnd();
            }
        }
        feeds.onPollEnd();
        return start;
    }

    private OverrideFeeds feeds(int port) {
        List<FeedSettings.FedRouter> routers = IntStream.range(0, sizes.sessions())
                .mapToObj(router -> new FeedSettings.FedRouter(
                        Verdicts.routerName(router),
                        RouterProcess.address(router),
                        port,
                        "",
                        0,
                        false,
                        "",
                        List.of(),
                        "",
                        0,
                        Duration.ofMinutes(3),
                        false,
                        false,
                        FeedSettings.Tls.OFF))
                .toList();
        FeedSettings settings = new FeedSettings(
                routers,
                "",
                "192.0.2.9",
                List.of(),
                List.of(),
                List.of(),
                179,
                Duration.ofSeconds(10),
                Duration.ofMinutes(5),
                null);
        Set<Bytes> connected = new HashSet<>();
        IntStream.range(0, sizes.sessions()).forEach(router -> connected.add(Bytes.wrap(Verdicts.routerHash(router))));
        MemoryRpkiSource rpki = new MemoryRpkiSource(1);
        rpki.replace(List.of());
        PolicyState policy = policy();
        return new OverrideFeedsBuilder(settings)
                .feeds(
                        table,
                        () -> new StoreInputStatus(true, 0, START, Instant.now(), null, 0),
                        () -> new PipelineStatus(
                                null, true, 0, Duration.ZERO, false, 0, Duration.ZERO, false, Duration.ZERO, false),
                        () -> connected,
                        rpki,
                        () -> policy,
                        Clock.systemUTC());
    }

    private static PolicyState policy() {
        PolicyReader.Result policy = PolicyReader.read("""
                own-as: %d
                cluster-id: 10.0.0.254
                groups:
                  - name: border
                    routers: ["r*"]
                    policy: reject-not-valid
                    max-overrides: 1000000
                    max-changes: 1000000
                """.formatted(Verdicts.OWN_AS), "policy of the benchmark");
        PolicyDocument document = policy.document()
                .orElseThrow(() -> new IllegalStateException(policy.problems().toString()));
        return new PolicyState(true, null, Optional.empty(), document, Optional.empty(), List.of());
    }
}
