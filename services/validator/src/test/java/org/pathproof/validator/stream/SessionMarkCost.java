// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.validator.proof.Prover;
import org.pathproof.validator.route.RouteTable;
import org.pathproof.validator.store.PagedStore;
import org.pathproof.validator.store.PagedStores;
import org.pathproof.wire.Prefix;

/**
 * Measures the CPU time that marks of sessions cost the thread of a task. This class is a program, not a test. Each
 * session has the same number of routes. The routes are announced in the epoch of the marks, so that nothing is
 * withdrawn.
 *
 * <pre>SessionMarkCost [sessions] [routes]</pre>
 */
final class SessionMarkCost {
    private static final int TICK_MS = 10;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final KeyValueStore<Bytes, byte[]> store = new PagedStores(RouteTable.STORE).get();
    private final RouteTable table = new RouteTable(store, (PagedStore) store);
    private final MockProcessorContext<byte[], byte[]> context;
    private final RouteMeters meters;
    private final RouteTask task;
    private long longestRecordNanos;

    private SessionMarkCost() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        StepSource rpki = new StepSource();
        rpki.begin(List.of());
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "cost");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "nowhere:1");
        context = new MockProcessorContext<>(properties);
        context.setCurrentSystemTimeMs(1);
        meters = new RouteMeters(registry);
        task = new RouteTask(
                table,
                context,
                new SessionBoard(),
                RpkiHub.following(rpki),
                new Prover(new BatchVerifier(SignatureEngines.select(EngineSettings.fromSystem())), 1, registry),
                meters,
                new BackgroundBudget(),
                new Commits(1_000_000_000_000_000L, System::nanoTime));
    }

    public static void main(String[] args) {
        int sessions = args.length > 0 ? Integer.parseInt(args[0]) : 2_000;
        int routes = args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000;
        SessionMarkCost cost = new SessionMarkCost();
        PrintStream out = System.out;
        for (int i = 0; i < routes; i++) {
            cost.announce(i, i % sessions);
        }
        cost.finish();
        out.printf("%,d routes of %,d sessions%n", cost.table.size(), sessions);
        for (int round = 0; round < 3; round++) {
            out.printf("1 mark: %.3f s of CPU time%n", cost.mark(1));
        }
        out.printf("%,d marks: %.3f s of CPU time", sessions, cost.mark(sessions));
        out.printf(", at most %.1f ms in one record%n", cost.longestRecordNanos / 1e6);
        out.printf(
                "load average %.2f on %d processors%n",
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                Runtime.getRuntime().availableProcessors());
    }

    /** Marks {@code sessions} sessions. Returns the CPU time of the marks and of the work that follows, in seconds. */
    private double mark(int sessions) {
        longestRecordNanos = 0;
        long start = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < sessions; i++) {
            long before = threads.getCurrentThreadCpuTime();
            process(RouteKey.sessionMarker(session(i)), Events.mark(1, 0).toByteArray());
            longestRecordNanos = Math.max(longestRecordNanos, threads.getCurrentThreadCpuTime() - before);
        }
        finish();
        return (threads.getCurrentThreadCpuTime() - start) / 1e9;
    }

    private void finish() {
        do {
            context.setCurrentSystemTimeMs(context.currentSystemTimeMs() + TICK_MS);
            task.work();
            context.resetForwards();
        } while (!meters.upkeep().oldest().isZero());
    }

    private void announce(int number, int session) {
        Prefix prefix = Prefix.parse("%d.%d.%d.0/24".formatted(10 + (number >> 16), number >> 8 & 0xff, number & 0xff));
        Announcement announcement = Announcement.newBuilder()
                .setOriginAs(64500)
                .addAsPath(64501)
                .addAsPath(64500)
                .build();
        process(
                new RouteKey(prefix, 1, session(session), 0).toBytes(),
                Events.announced(announcement, 1).toByteArray());
        context.resetForwards();
    }

    private void process(byte[] key, byte[] value) {
        task.process(new Record<>(key, value, 0));
    }

    private static SessionId session(int number) {
        byte[] id = new byte[SessionId.LENGTH];
        long mixed = (number + 1) * 0x9e3779b97f4a7c15L;
        for (int i = 0; i < id.length; i++) {
            id[i] = (byte) (mixed >>> 8 * (i % 8));
        }
        return new SessionId(org.pathproof.wire.Bytes.wrap(id));
    }
}
