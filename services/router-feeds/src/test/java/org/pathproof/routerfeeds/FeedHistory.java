// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.AspaState;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.verdictstore.Records;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.MultiExitDisc;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.route.RoutePathAttributes;

/**
 * A random history of a network of three routers, as records of sessions and verdicts: each router has three external
 * neighbors and an internal one, each in the views before and after policy, and its Loc-RIB. Neighbor 2 has ADD-PATH,
 * at r1 before policy only. Routes come and go, sessions end and begin epochs, records are deleted, and router keys are
 * withdrawn and come back. The same seed makes the same history.
 */
public final class FeedHistory {
    static final int ROUTERS = 3;
    static final int PEERS = 4;
    private static final int INTERNAL = 4;
    private static final int WITH_PATH_IDS = 2;
    private static final int SESSIONS_OF_ROUTER = 2 * PEERS + 1;
    private static final int OWN_AS = 64999;

    public static final List<Prefix> PREFIXES = List.of(
                    "192.0.2.0/24",
                    "198.51.100.0/22",
                    "198.51.100.0/24",
                    "198.51.101.0/24",
                    "203.0.113.0/24",
                    "203.0.113.128/25",
                    "2001:db8::/32",
                    "2001:db8:1::/48",
                    "2001:db8:2::/48")
            .stream()
            .map(Prefix::parse)
            .toList();

    private final Random random;
    private final Map<RouteKey, Verdict> routes =
            new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    private final Map<Integer, Session> sessions = new HashMap<>();
    private final Map<Integer, Long> epochs = new HashMap<>();
    private final Set<Integer> withdrawnKeys = new HashSet<>();
    private long timeUs = Records.TIME_US;

    /** One record of pathproof.sessions or pathproof.verdicts. */
    public sealed interface Change {
        /** The record of a session; null if it is deleted. */
        record OfSession(int number, @Nullable Session session) implements Change {
            /** Returns the key of the record. */
            public byte[] key() {
                return Records.sessionId(number).bytes().toArray();
            }
        }

        /** The verdict of a route; null if it is withdrawn. */
        record OfRoute(RouteKey key, @Nullable Verdict verdict) implements Change {}
    }

    public FeedHistory(long seed) {
        random = new Random(seed);
    }

    /** Returns the records of the sessions at the beginning, which are up. */
    public List<Change> begin() {
        List<Change> changes = new ArrayList<>();
        for (int number = 0; number < ROUTERS * SESSIONS_OF_ROUTER; number++) {
            changes.add(session(number, State.UP, false));
        }
        return changes;
    }

    private static int number(int router, int peer, boolean postPolicy) {
        return (router - 1) * SESSIONS_OF_ROUTER + (peer - 1) * 2 + (postPolicy ? 1 : 0);
    }

    private Change.OfSession session(int number, State state, boolean dead) {
        int router = 1 + number / SESSIONS_OF_ROUTER;
        int at = number % SESSIONS_OF_ROUTER;
        int peer = 1 + at / 2;
        long epoch = epochs.merge(number, 1L, Long::sum);
        Session.Builder session = Records.session(number, router, peer)
                .setLocalBgpId(0x0a00_0000 + router)
                .setView(at % 2 == 0 ? RibView.ADJ_RIB_IN_PRE : RibView.ADJ_RIB_IN_POST)
                .setState(state)
                .setEpoch(epoch)
                .setRoutesSeen(random.nextInt(8) > 0)
                .setDeadBefore(
                        dead
                                ? epoch
                                : sessions.containsKey(number)
                                        ? sessions.get(number).getDeadBefore()
                                        : 0);
        if (at == SESSIONS_OF_ROUTER - 1) {
            session.setView(RibView.LOC_RIB).setPeerType(3).setPeerIp("0.0.0.0").setPeerAs(OWN_AS);
        } else if (peer == INTERNAL) {
            int other = 1 + router % ROUTERS;
            session.setPeerIp("10.0.0." + other).setPeerAs(OWN_AS).setPeerBgpId(0x0a00_0000 + other);
        }
        Session made = session.build();
        sessions.put(number, made);
        return new Change.OfSession(number, made);
    }

    /** Returns the records of the next event. */
    public List<Change> next() {
        timeUs += random.nextInt(2_000_000);
        return switch (random.nextInt(40)) {
            case 0 -> List.of(session(anySession(), State.DOWN, true));
            case 1, 2 -> List.of(session(anySession(), random.nextBoolean() ? State.UP : State.SYNCING, false));
            case 3 -> List.of(session(anySession(), State.LOST, false));
            case 4 -> deleteSession(anySession());
            case 5 -> replaceKeys();
            case 6 -> deleteDead();
            case 7, 8, 9, 10, 11, 12 -> withdraw();
            default -> announce();
        };
    }

    private int anySession() {
        return random.nextInt(ROUTERS * SESSIONS_OF_ROUTER);
    }

    private List<Change> deleteSession(int number) {
        sessions.remove(number);
        return List.of(new Change.OfSession(number, null));
    }

    /** A router key is withdrawn or comes back: validators write all verdicts again that it has changed. */
    private List<Change> replaceKeys() {
        int asn = 64501 + random.nextInt(3);
        if (!withdrawnKeys.remove(asn)) {
            withdrawnKeys.add(asn);
        }
        List<Change> changes = new ArrayList<>();
        for (RouteKey key : List.copyOf(routes.keySet())) {
            Verdict verdict = routes.get(key);
            if (verdict != null && verdict.getHopsCount() > 0) {
                Integer[] path = verdict.getHopsList().reversed().stream()
                        .map(Hop::getAsn)
                        .toArray(Integer[]::new);
                Verdict.Builder again = signed(path)
                        .clone()
                        .clearAsPath()
                        .addAllAsPath(verdict.getAsPathList())
                        .setEpoch(verdict.getEpoch())
                        .setPathAttributes(verdict.getPathAttributes());
                put(changes, key, again);
            }
        }
        return changes;
    }

    /** Validators delete the routes of ended epochs. */
    private List<Change> deleteDead() {
        List<Change> changes = new ArrayList<>();
        for (RouteKey key : List.copyOf(routes.keySet())) {
            Session session = sessions.get(number(key.session()));
            Verdict verdict = routes.get(key);
            if (verdict != null && (session == null || verdict.getEpoch() < session.getDeadBefore())) {
                routes.remove(key);
                changes.add(new Change.OfRoute(key, null));
            }
        }
        return changes;
    }

    private static int number(SessionId session) {
        return session.bytes().u8(14) << 8 | session.bytes().u8(15);
    }

    private List<Change> withdraw() {
        if (routes.isEmpty()) {
            return List.of();
        }
        RouteKey key = List.copyOf(routes.keySet()).get(random.nextInt(routes.size()));
        routes.remove(key);
        return List.of(new Change.OfRoute(key, null));
    }

    private void put(List<Change> changes, RouteKey key, Verdict.Builder verdict) {
        Verdict built =
                verdict.setReceivedUs(timeUs).setValidatedUs(timeUs + 1000).build();
        routes.put(key, built);
        changes.add(new Change.OfRoute(key, built));
    }

    /** A router receives a route: one view shows it, or both. */
    private List<Change> announce() {
        List<Change> changes = new ArrayList<>();
        int router = 1 + random.nextInt(ROUTERS);
        int peer = 1 + random.nextInt(PEERS);
        Prefix prefix = PREFIXES.get(random.nextInt(PREFIXES.size()));
        int safi = random.nextInt(25) == 0 ? 2 : 1;
        long pathId = peer == WITH_PATH_IDS ? 1 + random.nextInt(3) : 0;
        Integer[] path = path(peer);
        Verdict.Builder before = verdict(path);
        int views = random.nextInt(6);
        int pre = number(router, peer, false);
        if (views > 0) {
            put(
                    changes,
                    new RouteKey(prefix, safi, Records.sessionId(pre), pathId),
                    withAttributes(before.clone(), false).setEpoch(epoch(pre)));
        }
        int post = number(router, peer, true);
        if (views != 1) {
            RouteKey key = new RouteKey(prefix, safi, Records.sessionId(post), router == 1 ? 0 : pathId);
            put(changes, key, withAttributes(afterPolicy(before, path), true).setEpoch(epoch(post)));
        }
        if (random.nextInt(4) == 0) {
            int locRib = router * SESSIONS_OF_ROUTER - 1;
            put(
                    changes,
                    new RouteKey(prefix, safi, Records.sessionId(locRib), 0),
                    withAttributes(before.clone(), true).setEpoch(epoch(locRib)));
        }
        return changes;
    }

    private long epoch(int session) {
        return epochs.getOrDefault(session, 1L);
    }

    /** Returns the path after policy: signed or not, and now and then with prepended ASes. */
    private Verdict.Builder afterPolicy(Verdict.Builder before, Integer[] path) {
        Integer[] prepended = path;
        if (random.nextInt(5) == 0) {
            prepended = new Integer[path.length + 1];
            prepended[0] = random.nextBoolean() ? OWN_AS : path[0];
            System.arraycopy(path, 0, prepended, 1, path.length);
        }
        return random.nextInt(3) == 0
                ? before.clone()
                : Records.unsigned(prepended).setOrigin(before.getOrigin()).setAspa(before.getAspa());
    }

    private Integer[] path(int peer) {
        int origin = 64496 + random.nextInt(3);
        int first = peer == INTERNAL ? 65001 + random.nextInt(3) : 65000 + peer;
        return random.nextInt(3) == 0
                ? new Integer[] {first, origin}
                : new Integer[] {first, 64501 + random.nextInt(3), origin};
    }

    private Verdict.Builder verdict(Integer... path) {
        Verdict.Builder verdict = switch (random.nextInt(10)) {
            case 0 -> Records.notValid(1 + random.nextInt(path.length), path);
            case 1 -> Records.signed(PathState.UNVERIFIED, "key-not-found", path);
            case 2 -> Records.unsigned(path).setState(PathState.MALFORMED);
            case 3, 4 -> Records.unsigned(path);
            default -> signed(path);
        };
        verdict.setOrigin(
                switch (random.nextInt(6)) {
                    case 0 -> OriginState.ORIGIN_INVALID;
                    case 1, 2 -> OriginState.ORIGIN_NOT_FOUND;
                    default -> OriginState.ORIGIN_VALID;
                });
        return random.nextInt(4) == 0 ? verdict.setAspa(AspaState.forNumber(random.nextInt(4))) : verdict;
    }

    /** Returns the verdict of a signed path under the present router keys. */
    private Verdict.Builder signed(Integer... path) {
        for (int i = 0; i < path.length; i++) {
            if (withdrawnKeys.contains(path[i])) {
                return Records.notValid(path.length - i, path);
            }
        }
        return Records.valid(path);
    }

    /** Adds path attributes as the collector publishes them; none now and then. */
    private Verdict.Builder withAttributes(Verdict.Builder verdict, boolean postPolicy) {
        if (random.nextInt(12) == 0) {
            return verdict;
        }
        List<Long> asns =
                verdict.getAsPathList().stream().map(Integer::toUnsignedLong).toList();
        List<PathAttribute> attributes = new ArrayList<>(List.of(
                new AsPath(PathAttribute.FLAG_TRANSITIVE, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, asns))),
                new Origin(PathAttribute.FLAG_TRANSITIVE, random.nextInt(3) == 0 ? 2 : 0)));
        if (random.nextInt(4) == 0) {
            attributes.add(new MultiExitDisc(PathAttribute.FLAG_OPTIONAL, random.nextInt(3)));
        }
        if (postPolicy && random.nextInt(4) > 0) {
            attributes.add(new LocalPref(PathAttribute.FLAG_TRANSITIVE, 100 + 50 * random.nextInt(2)));
        }
        return verdict.setPathAttributes(
                ByteString.copyFrom(new RoutePathAttributes(attributes).encode().toArray()));
    }
}
