// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.kafka;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.router.RouterOutput;
import org.pathproof.collector.router.ViewLabel;
import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Reject;
import org.pathproof.telemetry.tracing.RouteSpan;

/**
 * The way of the records of one source to Kafka: of a router, or of a reader of several routers. Records keep the order
 * of the calls. Confined to one thread at a time; other threads may call {@link #hasRoom}.
 *
 * <p>A method that writes a record waits until the producer takes the record. Within {@link #runWithoutBlocking},
 * records that would wait are kept instead, and {@link #flush} sends them.
 */
public final class Lane implements RouterOutput {
    private final RecordSender sender;
    private final SessionOutboxes outboxes;
    private final int routePartitions;
    private final CollectorMetrics metrics;
    private final RouteTraces traces;
    private final Runnable onRefused;
    private final InFlight.Share share;
    private final Deque<Runnable> kept = new ArrayDeque<>();
    private boolean mustNotBlock;

    Lane(
            RecordSender sender,
            SessionOutboxes outboxes,
            int routePartitions,
            CollectorMetrics metrics,
            RouteTraces traces,
            Runnable onRefused) {
        this.sender = sender;
        this.outboxes = outboxes;
        this.routePartitions = routePartitions;
        this.metrics = metrics;
        this.traces = traces;
        this.onRefused = onRefused;
        this.share = sender.inFlight().share();
    }

    /** Returns false while too many bytes of this source are in flight. */
    public boolean hasRoom() {
        return share.hasRoom();
    }

    /** Waits until this source has room. Callers wait before each message, never within a message. */
    public void awaitRoom() throws InterruptedException {
        share.awaitRoom();
    }

    /**
     * Runs work that writes records, without waiting. Keeps session records, records that the producer cannot take at
     * once, and all records behind them. Callers bound the number of records that the work writes, and call
     * {@link #flush} before the next work if {@link #isFlushed} returns false.
     */
    public void runWithoutBlocking(Runnable work) {
        mustNotBlock = true;
        try {
            work.run();
        } finally {
            mustNotBlock = false;
        }
    }

    /** Returns true if no record is kept. */
    public boolean isFlushed() {
        return kept.isEmpty();
    }

    /** Sends the kept records in order. May wait. */
    public void flush() {
        for (Runnable next = kept.poll(); next != null; next = kept.poll()) {
            next.run();
        }
    }

    @Override
    public void writeRoute(RouteKey key, byte[] event, ViewLabel from, long receivedMicros) {
        byte[] bytes = key.toBytes();
        int partition = PrefixPartitioner.partition(bytes, routePartitions);
        RouteSpan sending = traces.sending(key, bytes, from, receivedMicros);
        if (sending == null) {
            send(Topics.ROUTES, partition, bytes, event, onRefused);
        } else {
            send(new TracedRecord(Topics.ROUTES, partition, bytes, event, sending), onRefused);
        }
    }

    @Override
    public void mark(SessionId session, byte[] event) {
        byte[] key = RouteKey.sessionMarker(session);
        for (int partition = 0; partition < routePartitions; partition++) {
            send(Topics.ROUTES, partition, key, event, onRefused);
        }
        metrics.mark();
    }

    @Override
    public void reject(Reject reject) {
        send(Topics.REJECTS, null, reject.getRouterHash().toByteArray(), reject.toByteArray(), onRefused);
    }

    /**
     * Sends the waiting records of a session. The records may wait for another thread that sends for the same session.
     */
    public void sendSession(SessionId id) {
        if (mustNotBlock) {
            kept.add(() -> outboxes.send(id));
        } else {
            outboxes.send(id);
        }
    }

    /**
     * Writes a record of another topic, partitioned by its key.
     *
     * @param refused runs on Kafka's thread if Kafka refuses the record permanently
     */
    public void send(String topic, byte[] key, byte[] value, Runnable refused) {
        send(topic, null, key, value, refused);
    }

    private void send(String topic, @Nullable Integer partition, byte[] key, byte[] value, Runnable refused) {
        send(new ProducerRecord<>(topic, partition, key, value), refused);
    }

    private void send(ProducerRecord<byte[], byte[]> record, Runnable refused) {
        if (!mustNotBlock) {
            sender.send(share, record, refused);
        } else if (!kept.isEmpty() || !sender.offer(share, record, refused)) {
            kept.add(() -> sender.send(share, record, refused));
        }
    }
}
