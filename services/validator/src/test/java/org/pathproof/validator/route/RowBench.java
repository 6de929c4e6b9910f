// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.networkrecords.NetworkRecords;
import org.pathproof.networkrecords.NetworkTable;
import org.pathproof.networkrecords.RouteVersion;
import org.pathproof.validator.store.FixedEntryTable;
import org.pathproof.validator.store.PagedStore;

/**
 * Measures the rows of one task of a validator: memory, changes, and searches. Arguments: {@code shared}, {@code plain}
 * (each row with its whole key and value, without searches) or {@code both}, prefixes, sessions, neighbors, percent of
 * signed paths. Times are CPU time of the measuring thread, because other programs share the processors.
 */
public final class RowBench {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int PREPARED = 20_000;
    private static final int CHANGES = 600_000;
    private static final int ROUNDS = 5;
    private static final long ANY_EPOCH = Long.MAX_VALUE - 1;
    private static final int MAIN_TRANSIT = 3356; // of NetworkTable.random

    private final NetworkRecords records;
    private final boolean isPlain;
    private final RowEntries entries;
    private final KeyValueStore<Bytes, byte[]> store = RouteTable.stores().get();
    private final RowCodec codec;
    private final SplittableRandom random = new SplittableRandom(7);
    /** Depends on all results, so that no search is left out by the compiler. */
    private long checks;

    private RowBench(NetworkRecords records, boolean isPlain) {
        this.records = records;
        this.isPlain = isPlain;
        entries = isPlain ? RowEntries.plain() : RowEntries.of(store);
        KeyRegistry keys = new KeyRegistry(
                ((PagedStore) store).numbered(),
                (number, entry) -> store.put(Bytes.wrap(FixedEntryTable.key(number)), Objects.requireNonNull(entry)));
        codec = new RowCodec(keys);
    }

    /** Runs the benchmark. */
    public static void main(String[] args) throws IOException {
        NetworkRecords records = new NetworkRecords(
                NetworkTable.random(Integer.parseInt(args[1])),
                Integer.parseInt(args[2]),
                Integer.parseInt(args[3]),
                Integer.parseInt(args[4]));
        if (!args[0].equals("shared")) {
            new RowBench(records, true).run();
        }
        if (!args[0].equals("plain")) {
            new RowBench(records, false).run();
        }
    }

    private void say(String name, String value) {
        System.out.printf("%-7s %-50s %s%n", isPlain ? "plain" : "shared", name, value);
    }

    private void run() throws IOException {
        long before = usedHeap();
        load();
        long rows = (long) records.prefixCount() * records.sessionCount();
        say("heap a row, bytes", String.format("%.1f", (double) (usedHeap() - before) / rows));
        look();
        changeNeighbors();
        say("  heap a row, bytes", String.format("%.1f", (double) (usedHeap() - before) / rows));
        changeRows();
        churn();
        say("after single changes: heap a row, bytes", String.format("%.1f", (double) (usedHeap() - before) / rows));
        if (isPlain) {
            return;
        }
        RouteTable table = open();
        say(
                "metric, bytes a row: key, rest",
                String.format(
                        "%.1f %.1f",
                        (double) table.counts().keyBytes() / rows,
                        (double) table.counts().otherBytes() / rows));
        searches(table);
        update(table);
        say("check", String.format("%d", checks));
    }

    private static long usedHeap() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    private Bytes key(int prefix, int session) {
        return Bytes.wrap(records.key(prefix, session));
    }

    /** Returns the row of a route. A NOT_VALID one has the long form. */
    private Row row(int prefix, int session, int neighbor, int version) throws IOException {
        Verdict verdict = Verdict.parseFrom(records.verdict(prefix, session, RouteVersion.of(neighbor, version)));
        List<ProofKey> proof = new ArrayList<>();
        for (Hop hop : verdict.getHopsList()) {
            proof.add(ProofKey.named(hop.getSki().substring(0, 16)));
        }
        ByteString hash = verdict.getAttributeDigest() == 0
                ? ByteString.EMPTY
                : ByteString.copyFrom(ByteBuffer.allocate(16)
                        .putLong(verdict.getAttributeDigest())
                        .putLong(~verdict.getAttributeDigest())
                        .array());
        return new Row(1, hash, neighbor * 0x9e3779b9, verdict, proof, null, 0);
    }

    /** Puts, gets and deletes entries in groups that are prepared outside of the measured time. */
    private final class Work {
        private final List<Bytes> keys = new ArrayList<>();
        private final List<byte @Nullable []> values = new ArrayList<>();
        private final boolean gets;
        private long count;
        private long putNanos;
        private long getNanos;

        Work(boolean gets) {
            this.gets = gets;
        }

        void add(Bytes key, byte @Nullable [] value) {
            keys.add(key);
            values.add(value);
            if (keys.size() == PREPARED) {
                flush();
            }
        }

        void say(String name) {
            RowBench.this.say(
                    name,
                    String.format(
                            "%.0f %.0f %.0f",
                            (double) getNanos / count,
                            (double) putNanos / count,
                            (double) (getNanos + putNanos) / count));
        }

        void flush() {
            long begin = THREADS.getCurrentThreadCpuTime();
            if (gets) {
                for (Bytes key : keys) {
                    byte[] value = entries.get(key);
                    checks += value == null ? 0 : value[0];
                }
            }
            long middle = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < keys.size(); i++) {
                byte[] value = values.get(i);
                if (value == null) {
                    entries.remove(keys.get(i));
                } else {
                    entries.put(keys.get(i), value);
                }
            }
            putNanos += THREADS.getCurrentThreadCpuTime() - middle;
            getNanos += middle - begin;
            count += keys.size();
            keys.clear();
            values.clear();
        }
    }

    private void load() throws IOException {
        Work work = new Work(false);
        for (int session = 0; session < records.sessionCount(); session++) {
            for (int prefix = 0; prefix < records.prefixCount(); prefix++) {
                work.add(key(prefix, session), codec.encode(row(prefix, session, records.neighborOf(session), 0)));
            }
        }
        work.flush();
        say("load, session by session: ns a put", String.format("%.0f", (double) work.putNanos / work.count));
    }

    private void look() {
        List<Bytes> keys = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            keys.clear();
            for (int i = 0; i < PREPARED * 5; i++) {
                keys.add(key(random.nextInt(records.prefixCount()), random.nextInt(records.sessionCount())));
            }
            long begin = THREADS.getCurrentThreadCpuTime();
            for (Bytes key : keys) {
                checks += Objects.requireNonNull(entries.get(key)).length;
            }
            long nanos = THREADS.getCurrentThreadCpuTime() - begin;
            if (round == ROUNDS - 1) {
                say("gets at random, ns", String.format("%.0f", (double) nanos / keys.size()));
            }
        }
    }

    /** Changes the path or the attributes of a neighbor to a prefix, at all its sessions. */
    private void changeNeighbors() throws IOException {
        Work work = new Work(true);
        while (work.count + work.keys.size() < CHANGES) {
            int prefix = random.nextInt(records.prefixCount());
            int neighbor = records.neighborOf(random.nextInt(records.sessionCount()));
            int other = random.nextInt(3) == 0 ? random.nextInt(records.neighbors()) : neighbor;
            int version = 1 + random.nextInt(1000);
            for (int session = 0; session < records.sessionCount(); session++) {
                if (records.neighborOf(session) == neighbor) {
                    work.add(key(prefix, session), codec.encode(row(prefix, session, other, version)));
                }
            }
        }
        work.flush();
        work.say("changes of a path at its sessions, ns: get, put, both");
    }

    private void changeRows() throws IOException {
        Work work = new Work(true);
        for (int i = 0; i < CHANGES; i++) {
            int session = random.nextInt(records.sessionCount());
            int neighbor = random.nextInt(3) == 0 ? random.nextInt(records.neighbors()) : records.neighborOf(session);
            int prefix = random.nextInt(records.prefixCount());
            work.add(key(prefix, session), codec.encode(row(prefix, session, neighbor, 1 + random.nextInt(1000))));
        }
        work.flush();
        work.say("changes of single rows, ns: get, put, both");
    }

    /** Withdraws rows, and announces them again in the next round. */
    private void churn() throws IOException {
        Work work = new Work(false);
        int[] prefixes = new int[PREPARED / 2];
        int[] sessions = new int[PREPARED / 2];
        for (int round = 0; round <= CHANGES / PREPARED; round++) {
            for (int i = 0; i < prefixes.length; i++) {
                if (round > 0) {
                    int neighbor = random.nextInt(records.neighbors());
                    work.add(
                            key(prefixes[i], sessions[i]),
                            codec.encode(row(prefixes[i], sessions[i], neighbor, 1 + random.nextInt(1000))));
                }
                prefixes[i] = random.nextInt(records.prefixCount());
                sessions[i] = random.nextInt(records.sessionCount());
                work.add(key(prefixes[i], sessions[i]), null);
            }
            work.flush();
        }
        for (int i = 0; i < prefixes.length; i++) {
            work.add(
                    key(prefixes[i], sessions[i]),
                    codec.encode(row(prefixes[i], sessions[i], records.neighborOf(sessions[i]), 1)));
        }
        work.flush();
        say("withdrawals and announcements, ns each", String.format("%.0f", (double) work.putNanos / work.count));
    }

    private RouteTable open() {
        long begin = THREADS.getCurrentThreadCpuTime();
        RouteTable table = new RouteTable(store, (PagedStore) store);
        say("open the table, ms", String.format("%.1f", (THREADS.getCurrentThreadCpuTime() - begin) / 1e6));
        return table;
    }

    private void searches(RouteTable table) {
        for (int round = 0; round < ROUNDS; round++) {
            boolean last = round == ROUNDS - 1;
            time(last, "sweep of one session, ms", () -> {
                SessionFilter filter = new SessionFilter();
                filter.put(records.sessionId(records.sessionCount() / 2), ANY_EPOCH, ANY_EPOCH);
                return sweep(table, filter);
            });
            time(last, "sweep of a quarter of the sessions, none old, ms", () -> {
                SessionFilter filter = new SessionFilter();
                for (int session = 0; session < records.sessionCount(); session += 4) {
                    filter.put(records.sessionId(session), 1, 1);
                }
                return sweep(table, filter);
            });
            time(last, "withdrawal of a key of most paths, ms", () -> naming(table, MAIN_TRANSIT));
            time(last, "withdrawal of a key of one origin, ms", () -> naming(table, signedOrigin()));
            time(last, "routes within 1000 prefixes, ms", () -> {
                long[] found = new long[1];
                for (int i = 0; i < 1000; i++) {
                    table.forEachRouteWithin(records.prefix(i * 97 % records.prefixCount()), key -> found[0]++);
                }
                return found[0];
            });
        }
    }

    /** A search that returns the number of rows that it found. */
    private interface Search {
        long run();
    }

    private void time(boolean say, String name, Search search) {
        long begin = THREADS.getCurrentThreadCpuTime();
        long found = search.run();
        double millis = (THREADS.getCurrentThreadCpuTime() - begin) / 1e6;
        checks += found;
        if (say) {
            say(name, String.format("%.1f (%,d rows)", millis, found));
        }
    }

    private static long sweep(RouteTable table, SessionFilter filter) {
        long[] found = new long[1];
        Bytes next = null;
        do {
            next = table.scan(next, 4096, 256, filter, key -> found[0]++);
        } while (next != null);
        return found[0];
    }

    private int signedOrigin() {
        int prefix = 0;
        while (!records.isSigned(prefix)) {
            prefix++;
        }
        return records.originOf(prefix);
    }

    private long naming(RouteTable table, int asn) {
        int prefix = 0;
        while (!records.usesKeyOf(prefix, asn)) {
            prefix++;
        }
        long[] found = new long[1];
        table.forEachRouteNaming(List.of(new RouteTable.KeyName(asn, RouteRecord.bytes(ski(prefix, asn)))), key -> {
            found[0]++;
        });
        return found[0];
    }

    private ByteString ski(int prefix, int asn) {
        try {
            return Verdict.parseFrom(records.verdict(prefix, 0, RouteVersion.of(records.neighborOf(0), 0)))
                    .getHopsList()
                    .stream()
                    .filter(hop -> hop.getAsn() == asn)
                    .findFirst()
                    .orElseThrow()
                    .getSki();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Changes rows as a task does: reads and decodes the row, encodes another one, and puts it. */
    private void update(RouteTable table) throws IOException {
        List<Bytes> keys = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        long nanos = 0;
        long count = 0;
        int rounds = CHANGES / PREPARED / 2;
        for (int round = 0; round < rounds; round++) {
            keys.clear();
            rows.clear();
            while (keys.size() < PREPARED) {
                int prefix = random.nextInt(records.prefixCount());
                int neighbor = records.neighborOf(random.nextInt(records.sessionCount()));
                int other = random.nextInt(3) == 0 ? random.nextInt(records.neighbors()) : neighbor;
                int version = random.nextInt(1000);
                for (int session = 0; session < records.sessionCount(); session++) {
                    if (records.neighborOf(session) == neighbor) {
                        keys.add(key(prefix, session));
                        rows.add(row(prefix, session, other, version));
                    }
                }
            }
            long begin = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < keys.size(); i++) {
                KeptRow before = table.get(keys.get(i));
                checks += before == null ? 0 : before.row().verdict().getAsPathCount();
                table.put(keys.get(i), before, rows.get(i));
            }
            nanos += THREADS.getCurrentThreadCpuTime() - begin;
            count += keys.size();
        }
        say("changes of a path at its sessions, with codec, ns", String.format("%.0f", (double) nanos / count));
    }
}
