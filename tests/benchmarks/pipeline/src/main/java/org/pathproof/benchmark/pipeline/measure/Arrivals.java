// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.measure;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The times at which the verdicts of updates arrive. Only the thread of the reader writes; other threads read the
 * counts at any time, and the other values after {@link #complete} returned true.
 */
public final class Arrivals implements VerdictReader.Listener {
    /** VALID in verdict.proto. */
    private static final int VALID = 1;

    private static final Duration CHECK_INTERVAL = Duration.ofMillis(200);

    private final Long2IntOpenHashMap indexes;
    private final int[] wanted;
    private final int total;
    private final Predicate<VerdictReader.Seen> accepted;
    private final long[] micros;
    private final short[] partitions;
    private final long[] received;
    private final long[] validated;
    private final AtomicInteger arrived = new AtomicInteger();
    private final CountDownLatch completed = new CountDownLatch(1);
    private volatile long last;
    private final AtomicInteger others = new AtomicInteger();
    private final AtomicInteger wrong = new AtomicInteger();

    private Arrivals(long[] digests, Predicate<VerdictReader.Seen> accepted) {
        this.accepted = accepted;
        indexes = new Long2IntOpenHashMap(digests.length);
        indexes.defaultReturnValue(-1);
        wanted = new int[digests.length];
        micros = new long[digests.length];
        partitions = new short[digests.length];
        received = new long[digests.length];
        validated = new long[digests.length];
        total = digests.length;
        for (int i = 0; i < digests.length; i++) {
            int first = indexes.putIfAbsent(digests[i], i);
            wanted[first < 0 ? i : first]++;
        }
    }

    /** Returns arrivals of VALID verdicts. A digest that occurs twice needs two verdicts. */
    public static Arrivals valid(long[] digests) {
        return new Arrivals(digests, seen -> seen.state() == VALID);
    }

    /** Returns arrivals of verdicts that {@code accepted} accepts. */
    public static Arrivals of(long[] digests, Predicate<VerdictReader.Seen> accepted) {
        return new Arrivals(digests, accepted);
    }

    @Override
    public void read(VerdictReader.@Nullable Seen verdict, long now) {
        int index = verdict == null ? -1 : indexes.get(verdict.digest());
        if (index < 0 || verdict == null) {
            others.incrementAndGet();
        } else if (!accepted.test(verdict)) {
            wrong.incrementAndGet();
        } else if (wanted[index] > 0) {
            wanted[index]--;
            micros[index] = now;
            partitions[index] = (short) verdict.partition();
            received[index] = verdict.receivedMicros();
            validated[index] = verdict.validatedMicros();
            last = now;
            if (arrived.incrementAndGet() >= total) {
                completed.countDown();
            }
        } else {
            others.incrementAndGet();
        }
    }

    public boolean complete() {
        return arrived.get() >= total;
    }

    public int arrived() {
        return arrived.get();
    }

    public int total() {
        return total;
    }

    /** Returns the number of verdicts of other routes, tombstones and repeated verdicts. */
    public int others() {
        return others.get();
    }

    /** Returns the number of verdicts of awaited routes that were not accepted. */
    public int wrong() {
        return wrong.get();
    }

    /** Returns the time of the first verdict, in microseconds since 1970, or 0. */
    public long first() {
        return LongStream.of(micros).filter(at -> at > 0).min().orElse(0);
    }

    /** Returns the longest time between two verdicts, in microseconds. */
    public long longestGap() {
        long[] sorted = LongStream.of(micros).filter(at -> at > 0).sorted().toArray();
        long longest = 0;
        for (int i = 1; i < sorted.length; i++) {
            longest = Math.max(longest, sorted[i] - sorted[i - 1]);
        }
        return longest;
    }

    /** Returns the time of the last verdict, in microseconds since 1970. */
    public long last() {
        return last;
    }

    /** Returns the time of the verdict of each update, in microseconds since 1970, or 0 without a verdict. */
    public long[] micros() {
        return micros.clone();
    }

    /** Returns the partition of the verdict of each update. */
    public short[] partitions() {
        return partitions.clone();
    }

    /**
     * Waits until every verdict has arrived.
     *
     * @param silence maximum time without an awaited verdict
     * @param alive check that runs five times a second and throws if the run has failed
     * @throws IllegalStateException when no verdict comes for {@code silence}
     */
    public void await(Duration silence, Runnable alive) throws InterruptedException {
        long quietSince = System.nanoTime();
        int before = -1;
        while (!complete() && !completed.await(CHECK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
            int now = arrived.get();
            if (now != before) {
                before = now;
                quietSince = System.nanoTime();
            } else if (System.nanoTime() - quietSince > silence.toNanos()) {
                throw new IllegalStateException(
                        "%,d of %,d verdicts arrived, then none for %d s; %,d other verdicts of these routes, %,d verdicts of other routes"
                                .formatted(now, total, silence.toSeconds(), wrong.get(), others.get()));
            }
            alive.run();
        }
    }

    /** Returns the latencies from the time at which each update was due. */
    public Latencies latencies(ToLong due) {
        long[] all = new long[total];
        for (int i = 0; i < total; i++) {
            all[i] = micros[i] - due.of(i);
        }
        return Latencies.of(all);
    }

    /** Returns the part of each latency until the collector read the update from its connection. */
    public Latencies untilReceived(ToLong due) {
        long[] all = new long[total];
        for (int i = 0; i < total; i++) {
            all[i] = received[i] - due.of(i);
        }
        return Latencies.of(all);
    }

    /** Returns the part of each latency from the collector through Kafka to validation. */
    public Latencies untilValidated() {
        return between(received, validated);
    }

    /** Returns the part of each latency from validation to the committed verdict. */
    public Latencies untilReadable() {
        return between(validated, micros);
    }

    private static Latencies between(long[] from, long[] to) {
        long[] all = new long[from.length];
        for (int i = 0; i < from.length; i++) {
            all[i] = to[i] - from[i];
        }
        return Latencies.of(all);
    }

    /** Maps the number of an update to its due time. */
    public interface ToLong {
        long of(int index);
    }

    /** Returns the number of verdicts in each span of {@code milliseconds}, starting at {@code fromMicros}. */
    public int[] perSpan(long fromMicros, int milliseconds) {
        ToIntFunction<Long> span = at -> (int) Math.max(0, (at - fromMicros) / (milliseconds * 1000L));
        int spans = total == 0 ? 0 : span.applyAsInt(last) + 1;
        int[] counts = new int[spans];
        for (long at : micros) {
            if (at > 0) {
                counts[span.applyAsInt(at)]++;
            }
        }
        return counts;
    }

    public static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
