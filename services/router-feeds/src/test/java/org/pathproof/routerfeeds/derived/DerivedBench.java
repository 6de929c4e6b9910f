// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.derived;

import static org.pathproof.verdictstore.Records.sessionId;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.feeds.policy.FeedNumbers;
import org.pathproof.routerfeeds.runtime.FeedLatency;
import org.pathproof.routerfeeds.settings.DerivedOriginSettings;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.verdictstore.Records;
import org.pathproof.verdictstore.input.ChangeListener;
import org.pathproof.verdictstore.input.Position;
import org.pathproof.verdictstore.store.RouteLookup;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.Vrp;

/** A derived origin feed on a table that the test fills. The test calls the feed, so no result depends on timing. */
final class DerivedBench {
    static final Duration HOLD = Duration.ofMinutes(5);

    static final Position START = Position.parse("s0-v0").orElseThrow();

    final RouteTable table;
    final MemoryRpkiSource rpki = new MemoryRpkiSource(1);
    final Set<Suspension> reasons = EnumSet.noneOf(Suspension.class);
    final Set<Bytes> connected = new HashSet<>();
    final DerivedOriginFeed feed;
    Optional<FeedNumbers> numbers = Optional.empty();
    Instant now = Instant.parse("2026-11-22T09:00:00Z");

    /** Thrown by the next decisions; null for none. */
    @Nullable
    RuntimeException failure;

    /** The time of each change to now, in milliseconds. */
    static final long LATENCY_MS = 40;

    final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    DerivedBench(String router, int maxDifferences) {
        this(router, maxDifferences, new RouteTable());
    }

    private DerivedBench(String router, int maxDifferences, RouteTable table) {
        this(router, maxDifferences, table, table);
    }

    /** Creates a feed that reads routes in another place than the table. The caller applies records there. */
    DerivedBench(String router, int maxDifferences, RouteLookup routes) {
        this(router, maxDifferences, new RouteTable(), routes);
    }

    private DerivedBench(String router, int maxDifferences, RouteTable table, RouteLookup routes) {
        this.table = table;
        feed = new DerivedOriginFeed(
                new DerivedOriginSettings(0, "127.0.0.1", Duration.ofSeconds(1), router, maxDifferences),
                routes,
                rpki,
                () -> {
                    RuntimeException thrown = failure;
                    if (thrown != null) {
                        throw thrown;
                    }
                    return Set.copyOf(reasons);
                },
                () -> connected,
                () -> numbers,
                HOLD,
                Clock.systemUTC(),
                4711,
                FeedLatency.of(meters, Clock.fixed(Instant.ofEpochMilli(LATENCY_MS), ZoneOffset.UTC)));
        connectAll();
        feed.onComplete(START);
    }

    /** Gives routers 1 and 2 a BMP connection. */
    void connectAll() {
        for (int router = 1; router <= 2; router++) {
            connected.add(
                    Bytes.wrap(Records.session(1, router, 1).getRouterHash().toByteArray()));
        }
    }

    /** Applies all changes, and returns the published VRPs. */
    List<Vrp> vrps() {
        now = now.plus(DerivedOriginFeed.SERIAL_INTERVAL);
        feed.deriveOrPass(now);
        return List.copyOf(published().allVrps());
    }

    long serial() {
        return published().serial().toLong();
    }

    private RpkiSet published() {
        return feed.rpki().current().orElseThrow();
    }

    void put(int number, Session.Builder session) {
        feed.onChange(
                table.applySession(
                        sessionId(number).bytes().toArray(), session.build().toByteArray()),
                origin());
    }

    void put(RouteKey key, Verdict.Builder verdict) {
        feed.onChange(table.applyVerdict(key.toBytes(), verdict.build().toByteArray()), origin());
    }

    void withdraw(RouteKey key) {
        feed.onChange(table.applyVerdict(key.toBytes(), null), origin());
    }

    static ChangeListener.Origin origin() {
        return new ChangeListener.Origin(0, 0, 0, START);
    }
}
