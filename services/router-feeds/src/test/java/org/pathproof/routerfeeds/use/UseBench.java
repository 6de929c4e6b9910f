// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.sessionId;
import static org.pathproof.verdictstore.Records.unsigned;

import com.google.protobuf.ByteString;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.feeds.override.OverrideChange;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.PeerKey;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.path.RouteStates;
import org.pathproof.feeds.policy.FeedNumbers;
import org.pathproof.feeds.tag.StateCommunities;
import org.pathproof.verdictstore.input.ChangeListener;
import org.pathproof.verdictstore.input.Position;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.route.RoutePathAttributes;

/**
 * A test bench with the overrides of router r1, on a table that the test fills. The test makes each step itself, so no
 * result depends on the timing of threads.
 */
final class UseBench {
    static final Prefix PREFIX = Prefix.parse("198.51.100.0/24");
    static final Duration TIMEOUT = Duration.ofSeconds(6);
    static final Bytes HOP = Bytes.fromHex("c0000202");
    static final Bytes OTHER_HOP = Bytes.fromHex("c0000201");
    /** BGP Identifier of r1. */
    static final int ROUTER_ID = 0x0a00_0001;

    static final int SPEAKER = 0x0a00_00fe;
    /** Numbers of sessions: the Loc-RIB of r1, its external neighbors, and the view of its neighbor r2. */
    static final int LOC_RIB = 1;

    static final int UPSTREAM = 2;
    static final int INNER = 3;
    static final int FEED_PRE = 4;
    static final int FEED_POST = 5;
    static final CandidatePath.Key PATH = new CandidatePath.Key(PeerKey.of(HOP), 0);

    private static final FeedNumbers NUMBERS = new FeedNumbers(64999, 33, Bytes.fromHex("0a0000fe"));
    private static final Position START = Position.parse("s0-v0").orElseThrow();

    final RouteTable table = new RouteTable();
    final Map<Prefix, Set<CandidatePath.Key>> unusable = new HashMap<>();
    final OverrideUses uses;
    boolean established = true;
    boolean delayed;
    boolean needed = true;
    /** The path of the announced override. */
    CandidatePath.Key path = PATH;

    Instant now = Instant.parse("2026-11-28T09:00:00Z");

    UseBench() {
        uses = new OverrideUses(
                table,
                List.of(SessionSelector.parse("r1")),
                Set.of(SPEAKER),
                TIMEOUT,
                router -> established,
                () -> delayed,
                new OverrideDecisions() {
                    @Override
                    public Optional<CandidatePath.Key> announced(String router, Prefix prefix) {
                        return Optional.of(path);
                    }

                    @Override
                    public boolean isNeeded(String router, Prefix prefix) {
                        return needed;
                    }
                },
                new Clock() {
                    @Override
                    public ZoneOffset getZone() {
                        return ZoneOffset.UTC;
                    }

                    @Override
                    public Clock withZone(java.time.ZoneId zone) {
                        throw new UnsupportedOperationException();
                    }

                    @Override
                    public Instant instant() {
                        return now;
                    }
                });
        uses.setUnusablePaths((router, prefix, paths) -> unusable.put(prefix, paths));
        uses.onComplete(START);
        put(UPSTREAM, session(UPSTREAM, 1, 1).setView(RibView.ADJ_RIB_IN_POST).setLocalBgpId(ROUTER_ID));
    }

    /** Returns the session of the Loc-RIB of r1 (RFC 9069). */
    static Session.Builder locRib() {
        return session(LOC_RIB, 1, 9)
                .setView(RibView.LOC_RIB)
                .setPeerType(3)
                .setPeerIp("0.0.0.0")
                .setPeerAs(64999)
                .setPeerBgpId(ROUTER_ID);
    }

    /** Returns the session of r2 with r1, in the view of r2. */
    static Session.Builder inner() {
        return session(INNER, 2, 1)
                .setView(RibView.ADJ_RIB_IN_PRE)
                .setPeerIp("10.0.0.1")
                .setPeerAs(64999)
                .setPeerBgpId(ROUTER_ID);
    }

    /** Returns the session of r1 with Pathproof. */
    static Session.Builder feed(int number, RibView view) {
        return session(number, 1, 8).setView(view).setPeerAs(64999).setPeerBgpId(SPEAKER);
    }

    void put(int number, Session.Builder session) {
        uses.onChange(
                table.applySession(
                        sessionId(number).bytes().toArray(), session.build().toByteArray()),
                new ChangeListener.Origin(0, 0, 0, START));
    }

    void put(RouteKey key, @Nullable Verdict verdict) {
        uses.onChange(
                table.applyVerdict(key.toBytes(), verdict == null ? null : verdict.toByteArray()),
                new ChangeListener.Origin(0, 0, 0, START));
    }

    /** Returns the attributes of an override. */
    static RouteAttributes override(long localPreference, Bytes nextHop, Integer... path) {
        RouteAttributes received = RouteAttributes.of(List.of(asPath(path)));
        return RouteAttributes.of(List.of(
                asPath(path),
                new Origin(PathAttribute.FLAG_TRANSITIVE, 0),
                new NextHop(PathAttribute.FLAG_TRANSITIVE, nextHop),
                new LocalPref(PathAttribute.FLAG_TRANSITIVE, localPreference),
                new StateCommunities(NUMBERS)
                        .ofOverride(received, RouteStates.of(org.pathproof.bgpsec.PathState.VALID))));
    }

    /** Returns a row with the attributes of an override, as another router has them. */
    static Verdict seen(RouteAttributes override, PathAttribute... more) {
        List<PathAttribute> attributes = new ArrayList<>(override.list().stream()
                .filter(attribute -> !(attribute instanceof NextHop))
                .toList());
        attributes.addAll(List.of(more));
        return row(
                override.nextHop().orElseThrow(),
                attributes,
                override.find(AsPath.class).orElseThrow().asns().stream()
                        .map(Long::intValue)
                        .toArray(Integer[]::new));
    }

    /** Returns a row of a path that is no override. */
    static Verdict seen(long localPreference, Bytes nextHop, Integer... path) {
        return row(
                nextHop,
                List.of(
                        asPath(path),
                        new Origin(PathAttribute.FLAG_TRANSITIVE, 0),
                        new LocalPref(PathAttribute.FLAG_TRANSITIVE, localPreference)),
                path);
    }

    private static Verdict row(Bytes nextHop, List<PathAttribute> attributes, Integer... path) {
        Verdict.Builder verdict = path.length == 0 ? unsigned(64999).clearAsPath() : unsigned(path);
        return verdict.setNextHop(ByteString.copyFrom(nextHop.toArray()))
                .setPathAttributes(ByteString.copyFrom(
                        new RoutePathAttributes(attributes).encode().toArray()))
                .build();
    }

    private static AsPath asPath(Integer... path) {
        return new AsPath(
                PathAttribute.FLAG_TRANSITIVE,
                path.length == 0
                        ? List.of()
                        : List.of(new AsPath.Segment(
                                AsPath.AS_SEQUENCE,
                                List.of(path).stream().map(Integer::longValue).toList())));
    }

    void announce(RouteAttributes attributes) {
        announce(PREFIX, attributes);
    }

    void announce(Prefix prefix, RouteAttributes attributes) {
        uses.onOverrides("r1", List.of(new OverrideChange(prefix, Optional.of(attributes))));
        step();
    }

    void withdraw() {
        uses.onOverrides("r1", List.of(new OverrideChange(PREFIX, Optional.empty())));
        step();
    }

    void step() {
        uses.step(now);
    }

    void pass(Duration time) {
        now = now.plus(time);
        step();
    }

    OverrideUse use() {
        step();
        return uses.use("r1", PREFIX).orElseThrow();
    }
}
