// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.validator.proof.Prover;
import org.pathproof.validator.proof.VerifyAhead;
import org.pathproof.validator.route.RouteTable;
import org.pathproof.validator.store.PagedStore;
import org.pathproof.validator.store.PagedStores;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * Measures the CPU time that an announced route costs the thread of its task, without Kafka and without verification.
 * This class is a program, not a test. Signatures are random bytes, and the engine accepts every signature. Paths have
 * 3.8 hops on average.
 *
 * <pre>AnnounceCost [routes] [rounds]</pre>
 */
final class AnnounceCost {
    private static final int POLL = 500;
    private static final byte[] SESSION = {1};
    private static final int[] HOPS_OF_TEN = {2, 3, 3, 3, 4, 4, 4, 4, 5, 6}; // 3.8 on average

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Random random = new Random(1);
    private final StepSource rpki = new StepSource();
    private final MockProcessorContext<byte[], byte[]> context;
    private final VerifyAhead ahead = new VerifyAhead();
    private final KeyValueStore<Bytes, byte[]> store = new PagedStores(RouteTable.STORE).get();
    private final RouteTable table = new RouteTable(store, (PagedStore) store);
    private final RouteTask task;
    private final List<RouterKey> keys;
    private final int routes;

    private AnnounceCost(int routes) {
        this.routes = routes;
        this.keys = keys(Math.min(32_000, routes / 3));
        List<RpkiObject> objects = new ArrayList<>(keys);
        for (int i = 0; i < routes; i += 2) {
            objects.add(new Vrp(prefix(i), 24, origin(i).asn()));
        }
        rpki.begin(objects);
        RpkiHub hub = RpkiHub.following(rpki);
        SignatureVerifier acceptAll = new BatchVerifier(SignatureEngines.select(EngineSettings.fromSystem()))
                .answeredBy(checks -> {
                    BitSet all = new BitSet(checks.size());
                    all.set(0, checks.size());
                    return all;
                });
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Prover prover = new Prover(acceptAll, 1, registry);
        BackgroundBudget budget = new BackgroundBudget();
        ahead.configure(Map.of(
                VerifyAhead.PARTS,
                VerifyAhead.Parts.of(Topics.ROUTES, hub, prover, 1 << 20, budget::spentOnRecords, registry)));
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "cost");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "nowhere:1");
        context = new MockProcessorContext<>(properties);
        context.setCurrentSystemTimeMs(1);
        task = new RouteTask(
                table,
                context,
                new SessionBoard(),
                hub,
                prover,
                new RouteMeters(registry),
                budget,
                new Commits(1_000_000_000_000_000L, System::nanoTime));
    }

    public static void main(String[] args) {
        int routes = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 8;
        AnnounceCost cost = new AnnounceCost(routes);
        long before = cost.heap();
        PrintStream out = System.out;
        for (int round = 0; round < rounds; round++) {
            out.printf("round %d: new %.2f µs a route%n", round, cost.round(round, round));
        }
        out.printf("repeated in a new epoch: %.2f µs a route%n", cost.round(rounds, rounds - 1));
        out.printf("repeated in a new epoch: %.2f µs a route%n", cost.round(rounds + 1, rounds - 1));
        out.printf(
                "heap: %.1f bytes a route, %.1f of them in pages; %,d keys, %,d routes%n",
                (cost.heap() - before) / (double) routes,
                ((PagedStore) cost.store).pages().room() / (double) routes,
                cost.table.counts().keys(),
                cost.table.size());
    }

    /** Announces all routes. Returns the CPU time per route, in microseconds. */
    private double round(int epoch, long seed) {
        long nanos = 0;
        for (int from = 0; from < routes; from += POLL) {
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>(POLL);
            for (int i = from; i < Math.min(routes, from + POLL); i++) {
                records.add(new ConsumerRecord<>(
                        Topics.ROUTES,
                        0,
                        i,
                        0,
                        TimestampType.CREATE_TIME,
                        0,
                        0,
                        route(i).toBytes(),
                        event(i, epoch, seed).toByteArray(),
                        new RecordHeaders(),
                        Optional.empty()));
            }
            ahead.onConsume(new ConsumerRecords<>(Map.of(new TopicPartition(Topics.ROUTES, 0), records), Map.of()));
            List<Record<byte[], byte[]>> taken = new ArrayList<>(POLL);
            for (ConsumerRecord<byte[], byte[]> record : records) {
                taken.add(new Record<>(record.key(), record.value(), 0, record.headers()));
            }
            long start = threads.getCurrentThreadCpuTime();
            for (Record<byte[], byte[]> record : taken) {
                task.process(record);
            }
            nanos += threads.getCurrentThreadCpuTime() - start;
            context.resetForwards();
        }
        return nanos / 1000.0 / routes;
    }

    private long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private RouteKey route(int number) {
        return new RouteKey(prefix(number), 1, Events.session(SESSION[0]), 0);
    }

    private static Prefix prefix(int number) {
        return Prefix.parse("%d.%d.%d.0/24".formatted(10 + (number >> 16), number >> 8 & 0xff, number & 0xff));
    }

    private RouterKey origin(int number) {
        return keys.get(number % keys.size());
    }

    private RouteEvent event(int number, long epoch, long seed) {
        Random ofRoute = new Random(seed * routes + number);
        int hops = HOPS_OF_TEN[number % HOPS_OF_TEN.length];
        long[] ases = new long[hops];
        List<SecurePath.Segment> segments = new ArrayList<>();
        List<SecurePath.SignatureSegment> signatures = new ArrayList<>();
        for (int hop = 0; hop < hops; hop++) {
            // Many paths share a few ASes.
            RouterKey key =
                    hop == 0 ? origin(number) : keys.get((int) Math.abs(ofRoute.nextGaussian() * 300) % keys.size());
            ases[hop] = key.asn();
            byte[] signature = new byte[71];
            ofRoute.nextBytes(signature);
            segments.addFirst(new SecurePath.Segment(1, 0, key.asn()));
            signatures.addFirst(new SecurePath.SignatureSegment(key.ski(), org.pathproof.wire.Bytes.wrap(signature)));
        }
        org.pathproof.wire.Bytes attribute =
                BgpsecPathCodec.encode(new SecurePath(segments, List.of(new SecurePath.SignatureBlock(1, signatures))));
        Announcement.Builder announcement = Events.announcement(attribute, ases);
        return Events.announced(announcement.build(), 1 + epoch);
    }

    private List<RouterKey> keys(int count) {
        List<RouterKey> made = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            made.add(new RouterKey(1000 + i, bytes(20), bytes(91)));
        }
        return Collections.unmodifiableList(made);
    }

    private org.pathproof.wire.Bytes bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return org.pathproof.wire.Bytes.wrap(bytes);
    }
}
