// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import static org.pathproof.verdictstore.Records.sessionId;

import com.google.protobuf.ByteString;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.feeds.override.FeedSpeakers;
import org.pathproof.feeds.override.OverrideChange;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.PolicyReader;
import org.pathproof.feeds.tag.TagChange;
import org.pathproof.routerfeeds.policy.AcceptedChange;
import org.pathproof.routerfeeds.policy.Authorship;
import org.pathproof.routerfeeds.policy.PolicyState;
import org.pathproof.routerfeeds.runtime.Staleness;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.verdictstore.Records;
import org.pathproof.verdictstore.input.ChangeListener;
import org.pathproof.verdictstore.input.PipelineStatus;
import org.pathproof.verdictstore.input.Position;
import org.pathproof.verdictstore.input.StoreInputStatus;
import org.pathproof.verdictstore.input.VerdictTime;
import org.pathproof.verdictstore.store.RouteLookup;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.route.RoutePathAttributes;

/**
 * A test bench with the feed of router r1, on a table that the test fills. The test calls {@link #decide} itself, so no
 * result depends on the timing of threads.
 */
public final class FeedBench {
    public static final String POLICY = """
            own-as: 64999
            cluster-id: 10.0.0.254
            groups:
              - name: border
                routers: [r1, r2]
                policy: reject-not-valid
            """;
    static final Duration STALE_AFTER = Duration.ofSeconds(10);
    static final Duration HOLD = Duration.ofMinutes(5);

    /** Number of routers with a BMP connection. */
    private static final int ROUTERS = 3;

    static final Position START = Position.parse("s0-v0").orElseThrow();

    final RouteTable table;
    final MemoryRpkiSource rpki = new MemoryRpkiSource(1);
    final List<OverrideChange> changes = new ArrayList<>();
    final Map<String, List<OverrideChange>> changesOfRouters = new HashMap<>();
    final List<TagChange> tagged = new ArrayList<>();
    final List<VerdictTime> caused = new ArrayList<>();
    final Set<Bytes> connected = new HashSet<>();
    final AtomicLong nanos = new AtomicLong();
    public final OverrideFeeds feeds;

    /** The policy of the next decision. */
    public PolicyState policy = state(POLICY, false);

    @Nullable
    String problem;

    /** Thrown by the next decisions; null for none. */
    @Nullable
    RuntimeException failure;

    Instant now = Instant.parse("2026-11-22T09:00:00Z");

    /** Keeps the changes of a decision. */
    private final class Recorder implements OverrideOutput {
        private final String router;

        Recorder(String router) {
            this.router = router;
        }

        @Override
        public void applyOverrides(List<OverrideChange> overrides) {
            changes.addAll(overrides);
            changesOfRouters
                    .computeIfAbsent(router, ignored -> new ArrayList<>())
                    .addAll(overrides);
        }

        @Override
        public void applyTags(List<TagChange> paths) {
            tagged.addAll(paths);
        }

        @Override
        public void recordCause(VerdictTime verdict) {
            caused.add(verdict);
        }
    }

    /** The time of the bench. */
    private final class BenchClock extends Clock {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    public FeedBench() {
        this(Set.of());
    }

    /** @param identifiers the BGP Identifiers of the replicas */
    FeedBench(Set<Integer> identifiers) {
        this(identifiers, new FeedSessions(List.of(), Map.of()));
    }

    FeedBench(Set<Integer> identifiers, FeedSessions sessions) {
        this(identifiers, sessions, List.of("r1"));
    }

    /** @param routers the routers with a feed */
    FeedBench(Set<Integer> identifiers, FeedSessions sessions, List<String> routers) {
        this(identifiers, sessions, routers, new RouteTable());
    }

    private FeedBench(Set<Integer> identifiers, FeedSessions sessions, List<String> routers, RouteTable table) {
        this(identifiers, sessions, routers, table, table);
    }

    /** Creates feeds of routers that read routes in another place than the table. The caller applies records there. */
    FeedBench(List<String> routers, RouteLookup routes) {
        this(Set.of(), new FeedSessions(List.of(), Map.of()), routers, new RouteTable(), routes);
    }

    private FeedBench(
            Set<Integer> identifiers,
            FeedSessions sessions,
            List<String> routers,
            RouteTable table,
            RouteLookup routes) {
        this.table = table;
        rpki.replace(List.of());
        FeedParts parts = FeedParts.of(routes, new FeedSpeakers(Set.of(), identifiers, Bytes.EMPTY));
        List<RouterFeed> fed = routers.stream()
                .map(router -> new RouterFeed(
                        router,
                        SessionSelector.parse(router),
                        parts,
                        new RouterConnection(HOLD, STALE_AFTER, true),
                        new Recorder(router)))
                .toList();
        ObservedRouters observed = new ObservedRouters((name, selector) -> new RouterFeed(
                name, selector, parts, new RouterConnection(HOLD, STALE_AFTER, false), OverrideOutput.NONE));
        feeds = new OverrideFeeds(
                routes,
                new Staleness(
                        () -> new StoreInputStatus(true, 0, START, now, problem, 0),
                        () -> new PipelineStatus(
                                null, true, 0, Duration.ZERO, false, 0, Duration.ZERO, false, Duration.ZERO, false),
                        rpki,
                        STALE_AFTER,
                        nanos::get),
                () -> {
                    RuntimeException thrown = failure;
                    if (thrown != null) {
                        throw thrown;
                    }
                    return connected;
                },
                new BenchClock(),
                () -> policy,
                parts.network(),
                fed,
                observed,
                sessions);
        for (int router = 1; router <= ROUTERS; router++) {
            connected.add(hash(router));
        }
        feeds.onComplete(START);
    }

    static Bytes hash(int router) {
        return Bytes.wrap(Records.session(1, router, 1).getRouterHash().toByteArray());
    }

    /** Returns the state of a replica that has read a policy and the switch. */
    public static PolicyState state(String yaml, boolean off) {
        PolicyDocument document = PolicyReader.read(yaml, "policy").document().orElseThrow();
        Authorship by = new Authorship("test", Instant.EPOCH, "");
        return new PolicyState(
                true,
                null,
                Optional.of(new AcceptedChange.Policy(0, by, 1, yaml, Optional.empty())),
                document,
                Optional.of(new AcceptedChange.Switch(1, by, off)),
                List.of());
    }

    /** Applies all changes and decides about overrides. Returns the changes of overrides. */
    public List<OverrideChange> decide() {
        changes.clear();
        changesOfRouters.clear();
        tagged.clear();
        caused.clear();
        now = now.plusMillis(1);
        feeds.decideOrWithdraw(now);
        return List.copyOf(changes);
    }

    void pass(Duration time) {
        now = now.plus(time);
        nanos.addAndGet(time.toNanos());
    }

    /** Returns a session of router r1 in one view. */
    public static Session.Builder session(int number, int peer, RibView view) {
        return Records.session(number, 1, peer).setView(view);
    }

    public void put(int number, Session.Builder session) {
        feeds.onChange(
                table.applySession(
                        sessionId(number).bytes().toArray(), session.build().toByteArray()),
                origin());
    }

    public void put(RouteKey key, Verdict.Builder verdict) {
        feeds.onChange(table.applyVerdict(key.toBytes(), verdict.build().toByteArray()), origin());
    }

    void withdraw(RouteKey key) {
        feeds.onChange(table.applyVerdict(key.toBytes(), null), origin());
    }

    ChangeListener.Origin origin() {
        return new ChangeListener.Origin(0, 0, now.toEpochMilli(), START);
    }

    /** Adds the path attributes that a collector writes for the path of the verdict. */
    public static Verdict.Builder withAttributes(Verdict.Builder verdict) {
        List<Long> asns =
                verdict.getAsPathList().stream().map(Integer::toUnsignedLong).toList();
        RoutePathAttributes attributes = new RoutePathAttributes(List.of(
                new AsPath(PathAttribute.FLAG_TRANSITIVE, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, asns))),
                new Origin(PathAttribute.FLAG_TRANSITIVE, 0)));
        return verdict.setPathAttributes(ByteString.copyFrom(attributes.encode().toArray()));
    }
}
