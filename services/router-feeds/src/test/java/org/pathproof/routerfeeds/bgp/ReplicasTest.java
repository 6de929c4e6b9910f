// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_POST;
import static org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_PRE;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.unsigned;
import static org.pathproof.verdictstore.Records.valid;

import com.google.protobuf.ByteString;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.verdictstore.Records;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Communities;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.MultiExitDisc;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bgp.route.RoutePathAttributes;

/**
 * Tests that replicas of the policy API announce equal routes. The replicas read the same partitions, each in a
 * different order.
 */
final class ReplicasTest {
    private static final int FIRST = 0x0a000001;
    private static final int SECOND = 0x0a000002;
    /** Number of the peer that is the second replica. Numbers up to 3 are external peers, and 4 is an internal peer. */
    private static final int SECOND_REPLICA = 5;

    private static final int PREFIXES = 4;
    private static final int TRANSITIVE = PathAttribute.FLAG_TRANSITIVE;
    private static final int OPTIONAL = PathAttribute.FLAG_OPTIONAL;
    private static final int ROUTERS = 3;
    /** Time after which flap damping holds no prefix. */
    private static final Duration UNTIL_RELEASED = Duration.ofHours(6);

    /**
     * A record of a topic.
     *
     * @param key the number of a session, or the key of a route
     * @param value a session or a verdict; empty for the deletion of a route
     */
    private record TopicRecord(Object key, List<Object> value) {
        static TopicRecord of(int session, Session.Builder value) {
            return new TopicRecord(session, List.of(value));
        }

        static TopicRecord of(RouteKey key, Verdict.Builder... value) {
            return new TopicRecord(key, List.of((Object[]) value));
        }

        void apply(FeedBench replica) {
            if (key instanceof Integer session) {
                replica.put(session, (Session.Builder) value.getFirst());
            } else if (value.isEmpty()) {
                replica.withdraw((RouteKey) key);
            } else {
                replica.put((RouteKey) key, (Verdict.Builder) value.getFirst());
            }
        }
    }

    /** A replica with the routes that it announces to two routers. A third router is monitored and has no feed. */
    private static final class Replica {
        final FeedBench bench =
                new FeedBench(Set.of(FIRST, SECOND), new FeedSessions(List.of(), Map.of()), List.of("r1", "r2"));
        final Map<String, Map<Prefix, RouteAttributes>> announced = new TreeMap<>();

        void decide() {
            bench.decide();
            bench.changesOfRouters.forEach((router, changes) -> {
                Map<Prefix, RouteAttributes> routes = announced.computeIfAbsent(router, ignored -> new TreeMap<>());
                changes.forEach(change -> change.attributes()
                        .ifPresentOrElse(
                                attributes -> routes.put(change.prefix(), attributes),
                                () -> routes.remove(change.prefix())));
            });
        }

        Map<Prefix, RouteAttributes> announced(String router) {
            return announced.getOrDefault(router, Map.of());
        }

        /** Reads all partitions in a random order, with decisions, pauses of Kafka and restarts in between. */
        void read(List<List<TopicRecord>> partitions, Random random) {
            int[] positions = new int[partitions.size()];
            int steps = 3 * partitions.stream().mapToInt(List::size).sum();
            for (int step = 0; step < steps; step++) {
                int partition = random.nextInt(partitions.size());
                if (positions[partition] < partitions.get(partition).size()) {
                    partitions.get(partition).get(positions[partition]++).apply(bench);
                }
                switch (random.nextInt(40)) {
                    case 0 -> {
                        bench.problem = "Kafka does not answer";
                        decide();
                        bench.pass(FeedBench.STALE_AFTER);
                    }
                    case 1 -> {
                        bench.feeds.onRestart();
                        bench.table.clear(1);
                        decide();
                        positions = new int[partitions.size()];
                        bench.feeds.onComplete(FeedBench.START);
                    }
                    case 2, 3, 4, 5, 6, 7, 8, 9 -> {
                        decide();
                        bench.problem = null;
                        bench.pass(Duration.ofMillis(random.nextInt(3_000)));
                    }
                    default -> {}
                }
            }
            for (int partition = 0; partition < positions.length; partition++) {
                List<TopicRecord> records = partitions.get(partition);
                records.subList(positions[partition], records.size()).forEach(record -> record.apply(bench));
            }
            end();
        }

        /** Reads the last record of each key, as from compacted topics. */
        void readCompacted(List<List<TopicRecord>> partitions) {
            for (List<TopicRecord> partition : partitions) {
                Map<Object, TopicRecord> last = new HashMap<>();
                partition.forEach(record -> last.put(record.key(), record));
                last.values().stream()
                        .filter(record -> !record.value().isEmpty())
                        .forEach(record -> record.apply(bench));
            }
            end();
        }

        private void end() {
            bench.problem = null;
            decide();
            bench.pass(UNTIL_RELEASED);
            decide();
        }

        /** Returns the UPDATE for each router and prefix, in hexadecimal digits. */
        Map<String, String> messages() {
            Map<String, String> messages = new TreeMap<>();
            announced.forEach((router, routes) -> routes.forEach((prefix, attributes) -> messages.put(
                    router + " " + prefix,
                    BgpCodec.encode(
                                    new Update(List.of(), attributes.list(), List.of(new Nlri(0, prefix)), List.of()),
                                    BgpSessionOptions.DEFAULT)
                            .toString())));
            return messages;
        }
    }

    private static Session.Builder session(int number, int peer, RibView view) {
        return session(number, 1, peer, view);
    }

    /** Returns a session of a router. Peer 4 is another router of the network. */
    private static Session.Builder session(int number, int router, int peer, RibView view) {
        Session.Builder session =
                Records.session(number, router, peer).setView(view).setLocalBgpId(identifier(router));
        if (peer > 3) {
            session.setPeerAs(64999).setPeerBgpId(identifier(router == 1 ? 2 : 1));
        }
        return peer == SECOND_REPLICA ? session.setPeerBgpId(SECOND) : session;
    }

    private static int identifier(int router) {
        return 0x0b00_0000 + router;
    }

    private static int number(int router, int peer, boolean post) {
        return 50 * (router - 1) + (post ? 10 : 0) + peer;
    }

    /** Returns one partition of sessions, and one partition of verdicts for each prefix. */
    private static List<List<TopicRecord>> partitions(Random random) {
        List<TopicRecord> sessions = new ArrayList<>();
        Map<Integer, Long> epochs = new HashMap<>();
        for (int i = 0; i < 50; i++) {
            int router = 1 + random.nextInt(ROUTERS);
            int peer = 1 + random.nextInt(SECOND_REPLICA);
            boolean post = random.nextInt(3) > 0;
            int number = number(router, peer, post);
            long epoch = epochs.merge(number, (long) random.nextInt(2), (a, b) -> Math.max(1, a + b));
            boolean up = random.nextInt(5) > 0;
            sessions.add(TopicRecord.of(
                    number,
                    session(number, router, peer, post ? ADJ_RIB_IN_POST : ADJ_RIB_IN_PRE)
                            .setState(up ? State.UP : State.DOWN)
                            .setEpoch(Math.max(1, epoch))
                            .setDeadBefore(up ? Math.max(0, epoch - 1) : epoch)
                            .setChangedUs(Records.TIME_US + i)));
        }
        List<List<TopicRecord>> partitions = new ArrayList<>(List.of(sessions));
        for (int prefix = 0; prefix < PREFIXES; prefix++) {
            List<TopicRecord> verdicts = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                int router = 1 + random.nextInt(ROUTERS);
                int peer = 1 + random.nextInt(SECOND_REPLICA);
                RouteKey key = key("198.51." + prefix + ".0/24", number(router, peer, random.nextInt(4) > 0));
                verdicts.add(
                        random.nextInt(6) == 0
                                ? TopicRecord.of(key)
                                : TopicRecord.of(key, verdict(random, peer).setEpoch(1 + random.nextInt(3))));
            }
            partitions.add(verdicts);
        }
        return partitions;
    }

    private static Verdict.Builder verdict(Random random, int peer) {
        List<Integer> path = new ArrayList<>(List.of(65000 + peer));
        for (int i = random.nextInt(2); i >= 0; i--) {
            path.add(64501 + i);
        }
        Integer[] asns = path.toArray(Integer[]::new);
        Verdict.Builder verdict = switch (random.nextInt(3)) {
            case 0 -> notValid(1, asns);
            case 1 -> valid(asns);
            default -> unsigned(asns);
        };
        List<PathAttribute> attributes = new ArrayList<>(List.of(
                new AsPath(
                        TRANSITIVE,
                        List.of(new AsPath.Segment(
                                AsPath.AS_SEQUENCE,
                                path.stream().map(Integer::longValue).toList()))),
                new Origin(TRANSITIVE, random.nextInt(2))));
        if (random.nextBoolean()) {
            attributes.add(new MultiExitDisc(OPTIONAL, random.nextInt(3)));
        }
        if (peer > 3) {
            attributes.add(new LocalPref(TRANSITIVE, 100L + random.nextInt(3)));
        }
        if (random.nextBoolean()) {
            attributes.add(new Communities(OPTIONAL | TRANSITIVE, List.of(random.nextInt(5))));
        }
        return verdict.setNextHop(ByteString.copyFrom(new byte[] {(byte) 192, 0, 2, (byte) (1 + random.nextInt(3))}))
                .setPathAttributes(ByteString.copyFrom(
                        new RoutePathAttributes(attributes).encode().toArray()));
    }

    @Property(tries = 300, shrinking = ShrinkingMode.OFF)
    void replicasAnnounceEqualBytesAfterAnyInterleaving(@ForAll long seed) {
        Random random = new Random(seed);
        List<List<TopicRecord>> partitions = partitions(random);
        Replica first = new Replica();
        first.read(partitions, random);
        Replica second = new Replica();
        second.read(partitions, random);
        Replica restarted = new Replica();
        restarted.readCompacted(partitions);
        assertThat(second.messages()).isEqualTo(first.messages());
        assertThat(restarted.messages()).isEqualTo(first.messages());
        Statistics.collect(first.messages().keySet().stream()
                .map(route -> route.substring(0, 2))
                .distinct()
                .toList());
        Statistics.coverage(coverage -> {
            coverage.check(List.of("r1")).percentage(percentage -> percentage > 5);
            coverage.check(List.of("r1", "r2")).percentage(percentage -> percentage > 5);
        });
    }

    /** Otherwise each replica would announce a higher LOCAL_PREF than the other one, again and again. */
    @Test
    void aReplicaIgnoresTheOverridesOfAnotherReplicaInBmp() {
        Replica first = new Replica();
        FeedBench bench = first.bench;
        bench.put(11, session(11, 1, ADJ_RIB_IN_POST));
        bench.put(12, session(12, 2, ADJ_RIB_IN_POST));
        bench.put(15, session(15, SECOND_REPLICA, ADJ_RIB_IN_POST));
        RouteKey shorter = key("198.51.0.0/24", 11);
        bench.put(shorter, FeedBench.withAttributes(notValid(1, 65001, 64500)));
        bench.put(key("198.51.0.0/24", 12), FeedBench.withAttributes(valid(65002, 64502, 64500)));
        first.decide();
        RouteAttributes override = first.announced("r1").values().iterator().next();
        assertThat(override.localPreference()).hasValue(101);

        List<PathAttribute> published = override.list().stream()
                .filter(attribute -> attribute.typeCode() != PathAttribute.NEXT_HOP)
                .toList();
        bench.put(
                key("198.51.0.0/24", 15),
                unsigned(65002, 64502, 64500)
                        .setPathAttributes(ByteString.copyFrom(
                                new RoutePathAttributes(published).encode().toArray())));
        assertThat(bench.decide()).as("the override of the other replica").isEmpty();

        bench.withdraw(shorter);
        assertThat(bench.decide()).as("the override is withdrawn").hasSize(1);
    }
}
