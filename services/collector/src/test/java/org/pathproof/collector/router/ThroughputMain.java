// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Reject;
import org.pathproof.wire.Bytes;

/**
 * Measures the CPU time of one thread per route, from whole BMP messages to records ready for Kafka's client, by kind
 * of message. This class is a program: {@code java -cp ... org.pathproof.collector.router.ThroughputMain}.
 */
final class ThroughputMain {
    private static final int MESSAGES = 20_000;
    private static final int ROUNDS = 25;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private ThroughputMain() {}

    public static void main(String[] args) {
        for (int round = 0; round < 2; round++) { // the first round warms up the code that all kinds share
            measure("plain BGP, 1 prefix per message", 1, false);
            measure("plain BGP, 10 prefixes per message", 10, false);
            measure("BGPsec, 2 hops", 1, true);
        }
    }

    private static void measure(String kind, int prefixes, boolean signed) {
        Bmp bmp = new Bmp(65000, 65536);
        List<Bytes> messages = new ArrayList<>(MESSAGES);
        for (int i = 0; i < MESSAGES; i++) {
            String[] all = new String[prefixes];
            for (int j = 0; j < prefixes; j++) {
                int n = i * prefixes + j;
                all[j] = (10 + (n >> 16)) + "." + (n >> 8 & 255) + "." + (n & 255) + ".0/24";
            }
            messages.add(signed ? bmp.monitor(0, bmp.signed(all)) : bmp.announce(all));
        }
        Counted out = new Counted();
        RouterState router = new RouterState(
                RouterIdentity.of("192.0.2.1", "bench"),
                TestRules.with(Sources.AUTO),
                new Sessions((id, session) -> {}),
                out,
                new CollectorMetrics(new SimpleMeterRegistry()),
                false);
        router.message(Bmp.initiation("bench"), 1);
        router.message(bmp.peerUp(), 1);
        double[] nanos = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long before = THREADS.getCurrentThreadCpuTime();
            for (Bytes message : messages) {
                router.message(message, 2);
            }
            nanos[round] = (THREADS.getCurrentThreadCpuTime() - before) / (double) (MESSAGES * prefixes);
        }
        Arrays.sort(nanos);
        print(String.format(
                Locale.ROOT,
                "%-32s median=%.0f ns/route best=%.0f ns/route rate=%,d routes/s/core sent=%d bytes%n",
                kind,
                nanos[ROUNDS / 2],
                nanos[0],
                Math.round(1e9 / nanos[ROUNDS / 2]),
                out.bytes));
    }

    private static void print(String line) {
        System.out.print(line);
    }

    /** Encodes keys as KafkaOutput does, and counts bytes, without calling Kafka's client. */
    private static final class Counted implements RouterOutput {
        private long bytes;

        @Override
        public void route(RouteKey key, byte[] event) {
            byte[] encoded = key.toBytes();
            bytes += encoded.length + event.length + PrefixPartitioner.partition(encoded, 12);
        }

        @Override
        public void mark(SessionId session, byte[] event) {
            bytes += event.length;
        }

        @Override
        public void reject(Reject reject) {
            throw new IllegalStateException("rejected: " + reject.getMessage());
        }
    }
}
