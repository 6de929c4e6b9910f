// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.pathproof.benchmark.pipeline.measure.VerdictReader;
import org.pathproof.contracts.v1.Verdict;

/**
 * Counts the verdicts of an unsigned table, each route once, and then the tombstones of its routes. A verdict of an
 * unsigned route has no digest, so that the key of its record identifies it. Only the thread of the reader writes.
 */
final class TableArrivals implements VerdictReader.RecordListener {
    /** UNSIGNED in verdict.proto. */
    private static final int UNSIGNED = 3;

    private static final long CHECK_MILLIS = 200;
    private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

    private final int routes;
    private final LongOpenHashSet present;
    private final AtomicInteger arrived = new AtomicInteger();
    private final AtomicInteger gone = new AtomicInteger();
    private final CountDownLatch allArrived = new CountDownLatch(1);
    private final CountDownLatch allGone = new CountDownLatch(1);
    private volatile long last;

    TableArrivals(int routes) {
        this.routes = routes;
        present = new LongOpenHashSet(routes);
    }

    @Override
    public void read(ConsumerRecord<byte[], byte[]> record, long micros) throws IOException {
        byte[] value = record.value();
        if (value == null) {
            if (present.remove(hash(record.key())) && gone.incrementAndGet() == routes) {
                allGone.countDown();
            }
        } else if (state(value) == UNSIGNED && present.add(hash(record.key()))) {
            last = micros;
            if (arrived.incrementAndGet() == routes) {
                allArrived.countDown();
            }
        }
    }

    /**
     * Returns the arrival of the latest verdict, in microseconds since 1970. Only the first verdict of each route
     * counts. 0 without a verdict.
     */
    long last() {
        return last;
    }

    int arrived() {
        return arrived.get();
    }

    /** Returns the number of routes whose verdict was withdrawn. */
    int gone() {
        return gone.get();
    }

    /** Waits for a verdict of each route; throws IllegalStateException if none comes for {@code silence}. */
    void awaitVerdicts(Duration silence, Runnable alive) throws InterruptedException {
        await("verdicts", arrived, allArrived, silence, alive);
    }

    /** Waits for a tombstone of each route; throws IllegalStateException if none comes for {@code silence}. */
    void awaitWithdrawals(Duration silence, Runnable alive) throws InterruptedException {
        await("tombstones", gone, allGone, silence, alive);
    }

    private void await(String what, AtomicInteger count, CountDownLatch done, Duration silence, Runnable alive)
            throws InterruptedException {
        int before = -1;
        long since = System.nanoTime();
        while (!done.await(CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
            int now = count.get();
            if (now != before) {
                before = now;
                since = System.nanoTime();
            } else if (System.nanoTime() - since > silence.toNanos()) {
                throw new IllegalStateException("%,d of %,d %s of the table arrived, then none for %d s"
                        .formatted(now, routes, what, silence.toSeconds()));
            }
            alive.run();
        }
    }

    /** Returns the state of a verdict. The state is the first field if it is not 0. */
    private static int state(byte[] value) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(value);
        int tag = in.readTag();
        return WireFormat.getTagFieldNumber(tag) == Verdict.STATE_FIELD_NUMBER ? in.readEnum() : 0;
    }

    /** Returns 64 mixed bits of a key. Two of some million keys have the same bits with a probability below 1e-6. */
    private static long hash(byte[] key) {
        ByteBuffer bytes = ByteBuffer.wrap(key);
        long hash = key.length * MULTIPLIER;
        while (bytes.remaining() >= Long.BYTES) {
            hash = mix(hash ^ bytes.getLong());
        }
        while (bytes.hasRemaining()) {
            hash = mix(hash ^ bytes.get());
        }
        return hash;
    }

    private static long mix(long bits) {
        long mixed = (bits ^ bits >>> 32) * MULTIPLIER;
        return mixed ^ mixed >>> 29;
    }
}
