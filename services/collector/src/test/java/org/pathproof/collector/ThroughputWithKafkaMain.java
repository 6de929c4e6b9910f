// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.pathproof.collector.router.Bmp;
import org.pathproof.contracts.Metrics;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.openbmp.OpenBmpCodec;
import org.pathproof.wire.openbmp.OpenBmpRaw;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/**
 * Measures the collector with a real broker in the same process, over BMP and over OpenBMP: routes per second, and CPU
 * time of the collector's threads per route. This class is a program, not a test.
 */
final class ThroughputWithKafkaMain {
    private static final int ROUTES = 400_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** Event loops, carriers of virtual threads, the Kafka producer, and the OpenBMP reader. */
    private static final List<String> COLLECTOR_THREADS =
            List.of("multiThreadIoEventLoopGroup", "ForkJoinPool-1-worker", "kafka-producer-network", "openbmp-reader");

    private ThroughputWithKafkaMain() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        EmbeddedKafkaKraftBroker kafka = new EmbeddedKafkaKraftBroker(1, 1);
        kafka.afterPropertiesSet();
        try {
            for (int round = 1; round <= 2; round++) {
                overTcp(kafka.getBrokersAsString(), round, false);
                overTcp(kafka.getBrokersAsString(), round, true);
                overKafka(kafka.getBrokersAsString(), round);
            }
        } finally {
            kafka.destroy();
        }
    }

    private static void overTcp(String brokers, int round, boolean signed) throws IOException, InterruptedException {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        CollectorService collector = start(brokers, meters, Map.of("id", "tcp" + round + signed));
        byte[] stream = messages(signed);
        Map<String, Long> before = cpu();
        long start = System.nanoTime();
        try (Socket router =
                new Socket(InetAddress.getLoopbackAddress(), collector.bmpPort().orElseThrow())) {
            OutputStream out = router.getOutputStream();
            out.write(Bmp.initiation("bench" + round + signed).toArray());
            out.write(new Bmp(65000, 65536).peerUp().toArray());
            out.write(stream);
            await(collector, meters);
            report(signed ? "BMP, BGPsec" : "BMP, plain", System.nanoTime() - start, before, cpu());
        }
        collector.stop();
    }

    private static void overKafka(String brokers, int round) throws InterruptedException {
        String topic = "bench" + round + ".bmp_raw";
        byte[] hash = Bytes.fromHex("00112233445566778899aabbccddee" + String.format(Locale.ROOT, "%02x", round))
                .toArray();
        Bmp bmp = new Bmp(65000, 65536);
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", brokers, "linger.ms", 20),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            var _ = producer.send(
                    new ProducerRecord<>(topic, hash, Bmp.initiation("kafka").toArray()));
            var _ = producer.send(new ProducerRecord<>(topic, hash, bmp.peerUp().toArray()));
            for (int i = 0; i < ROUTES; i++) {
                OpenBmpRaw raw = new OpenBmpRaw(
                        Optional.of(Bytes.wrap(hash)),
                        Optional.empty(),
                        Optional.empty(),
                        "bench",
                        "",
                        1,
                        bmp.announce(prefix(i)));
                var _ = producer.send(new ProducerRecord<>(
                        topic, hash, OpenBmpCodec.encode(raw).toArray()));
            }
        }
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        Map<String, Long> before = cpu();
        long start = System.nanoTime();
        CollectorService collector = start(
                brokers,
                meters,
                Map.of("id", "kafka" + round, "openbmp.topics", topic.replace(".", "\\."), "openbmp.group", topic));
        await(collector, meters);
        report("OpenBMP, plain", System.nanoTime() - start, before, cpu());
        collector.stop();
    }

    private static byte[] messages(boolean signed) {
        Bmp bmp = new Bmp(65000, 65536);
        ByteWriter stream = new ByteWriter(ROUTES * 300);
        for (int i = 0; i < ROUTES; i++) {
            stream.bytes(signed ? bmp.announceSigned(prefix(i)) : bmp.announce(prefix(i)));
        }
        return stream.toArray();
    }

    private static String prefix(int i) {
        return (10 + (i >> 16)) + "." + (i >> 8 & 255) + "." + (i & 255) + ".0/24";
    }

    private static void await(CollectorService collector, SimpleMeterRegistry meters) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        while (announced(meters) < ROUTES
                || collector.output().map(o -> o.inFlight() > 0).orElse(true)) {
            var _ = never.await(5, TimeUnit.MILLISECONDS);
        }
    }

    private static double announced(SimpleMeterRegistry meters) {
        return meters.get(Metrics.ROUTE_EVENTS)
                .tag(Metrics.TYPE, "announcement")
                .counter()
                .count();
    }

    private static Map<String, Long> cpu() {
        Map<String, Long> cpu = new TreeMap<>();
        for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (thread != null) {
                COLLECTOR_THREADS.stream()
                        .filter(thread.getThreadName()::startsWith)
                        .findFirst()
                        .ifPresent(name -> cpu.merge(
                                name, Math.max(0, THREADS.getThreadCpuTime(thread.getThreadId())), Long::sum));
            }
        }
        return cpu;
    }

    private static void report(String what, long nanos, Map<String, Long> before, Map<String, Long> after) {
        StringBuilder line =
                new StringBuilder(String.format(Locale.ROOT, "%-16s %,8.0f routes/s;", what, ROUTES * 1e9 / nanos));
        double all = 0;
        for (Map.Entry<String, Long> part : after.entrySet()) {
            double micros = (part.getValue() - before.getOrDefault(part.getKey(), 0L)) / 1e3 / ROUTES;
            all += micros;
            line.append(String.format(Locale.ROOT, " %s %.2f us,", part.getKey(), micros));
        }
        line.append(String.format(Locale.ROOT, " together %.2f us CPU a route", all));
        System.out.println(line);
    }

    private static CollectorService start(String brokers, SimpleMeterRegistry meters, Map<String, String> more)
            throws InterruptedException {
        Map<String, Object> properties = new HashMap<>(Map.of(
                "pathproof.collector.bmp-port", "0",
                "pathproof.kafka.route-partitions", "6",
                "pathproof.kafka.bootstrap-servers", brokers,
                "pathproof.kafka.replication-factor", "1"));
        more.forEach((key, value) -> properties.put("pathproof.collector." + key, value));
        CollectorService collector = CollectorContext.start(properties, meters).getBean(CollectorService.class);
        CountDownLatch never = new CountDownLatch(1);
        long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (!collector.isServing() && System.nanoTime() < deadline) {
            var _ = never.await(20, TimeUnit.MILLISECONDS);
        }
        return collector;
    }
}
