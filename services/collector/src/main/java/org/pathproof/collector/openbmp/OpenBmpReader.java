// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.openbmp;

import static org.slf4j.MarkerFactory.getMarker;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.intake.Intake;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.kafka.Lane;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.router.Rejects;
import org.pathproof.collector.router.RouterIdentity;
import org.pathproof.collector.router.RouterRules;
import org.pathproof.collector.router.RouterState;
import org.pathproof.collector.router.Sessions;
import org.pathproof.contracts.GapWriter;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Session;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpFramer;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.openbmp.OpenBmpCodec;
import org.pathproof.wire.openbmp.OpenBmpRaw;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads raw OpenBMP topics as a member of a consumer group. The messages of a router must come from one partition to
 * stay in order. Messages without a key (gobmp) are first copied to {@link Topics#OPENBMP_REKEYED}, with the hash of
 * their router as the key. Offsets are committed once a second, after all resulting records are acknowledged. After a
 * stop, the messages of the last second are read again, and none is lost.
 *
 * <p>After a restart or a rebalance, the reader may begin in the middle of a router's BMP session. The router's
 * sessions then continue with the epochs and facts of their records.
 */
public final class OpenBmpReader implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(OpenBmpReader.class);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final long RETRY_SECONDS = 2;

    private final Map<String, Object> config;
    private final GapWriter gaps;
    private final Pattern topics;
    private final int maxMessage;
    private final RouterRules rules;
    private final Sessions sessions;
    private final KafkaOutput output;
    private final Lane lane;
    private final CollectorMetrics metrics;
    private final Clock clock;
    private final Intake intake;
    private final Map<Bytes, RouterState> routers = new HashMap<>();
    private final AtomicBoolean refused = new AtomicBoolean();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Object consumerLock = new Object();
    // Confined to the reader's thread.
    private long lastRound = System.nanoTime();
    private boolean uncommitted;
    private @Nullable KafkaConsumer<byte[], byte[]> consumer;
    private @Nullable Thread thread;

    /**
     * Creates a reader, which {@link #start} starts.
     *
     * @param client settings of Kafka's clients
     * @param patterns topic names, as regular expressions
     * @param maxMessage maximum size of a BMP message in bytes
     */
    public OpenBmpReader(
            Map<String, Object> client,
            List<String> patterns,
            String group,
            int maxMessage,
            RouterRules rules,
            Sessions sessions,
            KafkaOutput output,
            CollectorMetrics metrics,
            Clock clock,
            Intake intake) {
        this.config = new HashMap<>(client);
        this.gaps = new GapWriter(client, sessions.gaps()::newestNumber);
        config.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none"); // resetTo() reports the gap before it seeks
        config.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5000);
        // New topics that match are found within this time.
        config.putIfAbsent(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 10_000);
        this.topics = Pattern.compile(String.join("|", patterns) + "|" + Pattern.quote(Topics.OPENBMP_REKEYED));
        this.maxMessage = maxMessage;
        this.rules = rules;
        this.sessions = sessions;
        this.output = output;
        this.lane = output.lane(() -> refused.set(true));
        this.metrics = metrics;
        this.clock = clock;
        this.intake = intake;
    }

    public void start() {
        thread = Thread.ofPlatform().name("openbmp-reader").start(this::run);
    }

    private void run() {
        while (stop.getCount() > 0) {
            try (KafkaConsumer<byte[], byte[]> reading =
                    new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                synchronized (consumerLock) {
                    consumer = reading;
                }
                reading.subscribe(topics, new ForgetRevoked(reading));
                while (stop.getCount() > 0) {
                    round(reading);
                }
            } catch (WakeupException e) {
                return; // close() ends the reader
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException e) {
                log.error(
                        getMarker("openbmp-read-failed"),
                        "reading OpenBMP topics failed, continuing from the committed offsets",
                        e);
                waitAndForget();
            } finally {
                synchronized (consumerLock) {
                    consumer = null;
                }
            }
        }
    }

    private void round(KafkaConsumer<byte[], byte[]> reading) throws InterruptedException {
        // The poll keeps the group membership; paused partitions return no records.
        if (intake.isOpen()) {
            reading.resume(reading.paused());
        } else {
            reading.pause(reading.assignment());
        }
        ConsumerRecords<byte[], byte[]> records;
        try {
            records = reading.poll(POLL);
        } catch (InvalidOffsetException e) {
            resetTo(reading, e);
            return;
        }
        for (ConsumerRecord<byte[], byte[]> record : records) {
            lane.awaitRoom();
            record(record);
        }
        uncommitted |= !records.isEmpty();
        if (System.nanoTime() - lastRound < POLL.toNanos()) {
            return;
        }
        lastRound = System.nanoTime();
        long now = nowMicros();
        if (intake.isOpen()) {
            routers.values().forEach(router -> router.tick(now));
        }
        if (uncommitted) {
            commit(reading);
        }
    }

    /**
     * Reports the missing records as gaps, and seeks to the first record that exists. A partition that is read for the
     * first time has no gap if it begins at offset 0.
     */
    private void resetTo(KafkaConsumer<byte[], byte[]> reading, InvalidOffsetException e) {
        metrics.rawGaps(gaps.publish(e).size());
        reading.seekToBeginning(e.partitions());
    }

    private void commit(KafkaConsumer<byte[], byte[]> reading) {
        uncommitted = false;
        output.flush();
        if (refused.getAndSet(false)) {
            throw new KafkaException("Kafka refused records that resulted from OpenBMP messages");
        }
        reading.commitSync();
    }

    private void record(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return;
        }
        switch (OpenBmpCodec.decode(Bytes.wrap(record.value()))) {
            case Decoded.Damaged<OpenBmpRaw>(WireError error, Bytes _) ->
                reject(
                        RouterIdentity.of("", record.topic()),
                        "openbmp",
                        error,
                        rules.schemes().ofUndecodable(Bytes.wrap(record.value())));
            case Decoded.Ok<OpenBmpRaw>(OpenBmpRaw received) -> {
                OpenBmpRaw raw = erased(received);
                if (raw.isHeartbeat()) {
                    metrics.openBmp("heartbeat");
                } else if (record.key() == null) {
                    rekey(raw, hash(raw, record));
                } else {
                    metrics.openBmp("bmp");
                    messages(raw, hash(raw, record));
                }
            }
        }
    }

    private OpenBmpRaw erased(OpenBmpRaw raw) {
        Bytes bmp = rules.schemes().erased(raw.bmp());
        return bmp.equals(raw.bmp())
                ? raw
                : new OpenBmpRaw(
                        raw.routerHash(),
                        raw.routerIp(),
                        raw.collectorHash(),
                        raw.collectorAdminId(),
                        raw.routerGroup(),
                        raw.timestampMicros(),
                        bmp);
    }

    private void rekey(OpenBmpRaw raw, Bytes hash) {
        metrics.openBmp("rekeyed");
        OpenBmpRaw keyed = new OpenBmpRaw(
                Optional.of(hash),
                raw.routerIp(),
                raw.collectorHash().map(RouterIdentity::hashOf),
                raw.collectorAdminId(),
                raw.routerGroup(),
                raw.timestampMicros(),
                raw.bmp());
        lane.send(
                Topics.OPENBMP_REKEYED,
                hash.toArray(),
                OpenBmpCodec.encode(keyed).toArray(),
                () -> refused.set(true));
    }

    /**
     * Returns the hash of the router: from the producer's router hash, else from the key, else from the router's
     * address and the topic.
     */
    private static Bytes hash(OpenBmpRaw raw, ConsumerRecord<byte[], byte[]> record) {
        if (raw.routerHash().isPresent()) {
            return RouterIdentity.hashOf(raw.routerHash().get());
        }
        if (record.key() != null) {
            return RouterIdentity.hashOf(keyBytes(record.key()));
        }
        return RouterIdentity.of(raw.routerIp().map(IpAddress::format).orElse(""), record.topic())
                .hash();
    }

    /** Decodes a key: a hash as hexadecimal text, or as bytes. */
    private static Bytes keyBytes(byte[] key) {
        String text = new String(key, StandardCharsets.US_ASCII);
        return text.matches("([0-9a-fA-F]{2})+") ? Bytes.fromHex(text) : Bytes.wrap(key);
    }

    private void messages(OpenBmpRaw raw, Bytes hash) {
        Bytes rest = raw.bmp();
        while (!rest.isEmpty()) {
            int length;
            switch (BmpFramer.messageLength(
                    rest.slice(0, Math.min(rest.length(), BmpFramer.HEADER_LENGTH)), maxMessage)) {
                case Decoded.Ok<Integer>(Integer found) -> length = found;
                case Decoded.Damaged<Integer>(WireError error, Bytes _) -> {
                    router(hash, raw, rest).reject("bmp", null, error, rest, nowMicros());
                    return;
                }
            }
            if (length == 0 || length > rest.length()) {
                WireError error = new WireError(
                        WireError.Code.TRUNCATED, "message", rest.length(), "the record ends within a BMP message");
                router(hash, raw, rest).reject("bmp", null, error, rest, nowMicros());
                return;
            }
            Bytes message = rest.slice(0, length);
            router(hash, raw, message).message(message, nowMicros());
            rest = rest.from(length);
        }
    }

    private RouterState router(Bytes hash, OpenBmpRaw raw, Bytes first) {
        return routers.computeIfAbsent(hash, h -> {
            String ip = raw.routerIp().map(IpAddress::format).orElse("");
            return new RouterState(
                    new RouterIdentity(hash.compact(), ip, name(hash, first)), rules, sessions, lane, metrics, true);
        });
    }

    /** Returns the sysName if the first message is an Initiation, else the name in the session records. */
    private String name(Bytes hash, Bytes first) {
        if (BmpCodec.decode(first) instanceof Decoded.Ok<BmpMessage>(Initiation initiation)) {
            return initiation.sysName().orElse("");
        }
        return sessions.all().stream()
                .filter(s -> Bytes.wrap(s.getRouterHash().toByteArray()).equals(hash))
                .map(Session::getRouterName)
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElse("");
    }

    private void reject(RouterIdentity from, String layer, WireError error, Bytes bytes) {
        metrics.openBmp("reject");
        metrics.reject(layer, error.code().name());
        lane.reject(Rejects.of(from, layer, "", error, bytes, nowMicros()));
    }

    private void waitAndForget() {
        routers.clear();
        try {
            if (stop.await(RETRY_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long nowMicros() {
        Instant now = clock.instant();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
    }

    /** Stops reading. Records that were read and not committed are read again at the next start. */
    @Override
    public void close() {
        stop.countDown();
        synchronized (consumerLock) {
            if (consumer != null) {
                consumer.wakeup();
            }
        }
        Thread running = thread;
        if (running != null) {
            try {
                running.join(Duration.ofSeconds(15));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Drops the state of routers when partitions move. The next reader continues from the session records. */
    private final class ForgetRevoked implements ConsumerRebalanceListener {
        private final KafkaConsumer<byte[], byte[]> reading;

        private ForgetRevoked(KafkaConsumer<byte[], byte[]> reading) {
            this.reading = reading;
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            if (!partitions.isEmpty()) {
                commit(reading);
                routers.clear();
            }
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            routers.clear();
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            log.info("reading OpenBMP: partitions={}", partitions);
            if (!intake.isOpen()) {
                reading.pause(partitions);
            }
        }
    }
}
