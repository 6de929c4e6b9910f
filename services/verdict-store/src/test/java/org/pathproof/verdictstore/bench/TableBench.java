// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.bench;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.contracts.v1.State;
import org.pathproof.networkrecords.NetworkRecords;
import org.pathproof.networkrecords.NetworkTable;
import org.pathproof.networkrecords.RouteVersion;

/**
 * Measures the table beside that of release 0.1. Arguments: {@code paged}, {@code tree} or {@code both}, prefixes,
 * sessions, neighbors, percent of signed paths, shards. Times are CPU time of the measuring thread, because other
 * programs share the processors; the time of the garbage collector stands beside them.
 */
public final class TableBench {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int POLL = 500;
    private static final int PREPARED = 20_000;
    private static final int CHURN_ROUNDS = 150;
    private static final int LOOK_UPS = 20_000;

    private final NetworkRecords records;
    private final MeasuredTable table;
    /** Depends on all results, so that no query is left out by the compiler. */
    private long checks;

    private final SplittableRandom random = new SplittableRandom(7);

    private TableBench(NetworkRecords records, MeasuredTable table) {
        this.records = records;
        this.table = table;
    }

    /** Runs the benchmark. */
    public static void main(String[] args) throws IOException {
        NetworkRecords records = new NetworkRecords(
                NetworkTable.random(Integer.parseInt(args[1])),
                Integer.parseInt(args[2]),
                Integer.parseInt(args[3]),
                Integer.parseInt(args[4]));
        if (!args[0].equals("tree")) {
            new TableBench(records, MeasuredTable.paged(Integer.parseInt(args[5]))).run();
        }
        if (!args[0].equals("paged")) {
            new TableBench(records, MeasuredTable.tree()).run();
        }
    }

    private void say(String name, String value) {
        System.out.printf("%-6s %-34s %s%n", table.name(), name, value);
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

    private void run() throws IOException {
        long before = usedHeap();
        load();
        long rows = (long) records.prefixCount() * records.sessionCount();
        table.settle();
        say("bytes a row", String.format("%.1f", (double) (usedHeap() - before) / rows));
        say("memory", table.memory());
        sayPages("pages over rows", table.pagesOverRows());
        for (int i = 0; i < 2; i++) {
            queries();
        }
        changes();
        churn();
        table.settle();
        say("after changes: bytes a row", String.format("%.1f", (double) (usedHeap() - before) / rows));
        say("memory", table.memory());
        sayPages("after changes: pages over rows", table.pagesOverRows());
        String snapshot = table.snapshot();
        if (!snapshot.isEmpty()) {
            say("snapshot", snapshot);
        }
        sessionEnd();
        say("check", Long.toString(checks));
    }

    private void load() throws IOException {
        for (int session = 0; session < records.sessionCount(); session++) {
            table.session(records.sessionId(session).bytes().toArray(), records.session(session, State.UP, 1, 0));
        }
        long gc = gcMillis();
        Writer writer = new Writer();
        for (int session = 0; session < records.sessionCount(); session++) {
            for (int prefix = 0; prefix < records.prefixCount(); prefix++) {
                writer.add(prefix, session, records.neighborOf(session), 0);
            }
        }
        writer.flush();
        say("load, rows/s", String.format("%,.0f", writer.count * 1e9 / writer.nanos));
        say("  garbage collector, ms", String.format("%d", gcMillis() - gc));
    }

    /** Prepares records, and applies them in the measured time. */
    private final class Writer {
        private final List<byte[]> keys = new ArrayList<>();
        private final List<byte @Nullable []> values = new ArrayList<>();
        private final List<Long> polls = new ArrayList<>();
        private long count;
        private long nanos;

        void add(int prefix, int session, int neighbor, int version) throws IOException {
            keys.add(records.key(prefix, session));
            values.add(records.verdict(prefix, session, RouteVersion.of(neighbor, version)));
            if (keys.size() == PREPARED) {
                flush();
            }
        }

        void withdraw(int prefix, int session) {
            keys.add(records.key(prefix, session));
            values.add(null);
        }

        void flush() {
            for (int from = 0; from < keys.size(); from += POLL) {
                long begin = THREADS.getCurrentThreadCpuTime();
                table.begin();
                for (int i = from; i < Math.min(from + POLL, keys.size()); i++) {
                    table.verdict(keys.get(i), values.get(i));
                }
                table.commit();
                long time = THREADS.getCurrentThreadCpuTime() - begin;
                nanos += time;
                polls.add(time);
            }
            count += keys.size();
            keys.clear();
            values.clear();
        }
    }

    private static long gcMillis() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }

    private void queries() {
        time("all rows of a prefix", i -> table.find(records.prefix(i), "EXACT", null, 0, null), LOOK_UPS);
        time("covering prefixes", i -> table.find(records.prefix(i), "COVERING", null, 0, null), LOOK_UPS);
        time("longest match", i -> table.find(records.prefix(i), "LONGEST", null, 0, null), LOOK_UPS);
        time("first page of a router", i -> new FirstOf<>(table.find(null, "EXACT", null, 0, "r0"), 100), 200);
        time("more specifics of a /12", i -> table.find(records.prefix(i).truncate(12), "COVERED", null, 0, null), 20);
        time("rows of a rare origin", i -> table.find(null, "EXACT", null, records.originOf(i), null), 20);
        time("NOT_VALID among all", i -> table.find(null, "EXACT", PathState.NOT_VALID, 0, null), 30);
        time("walk of a session", i -> table.routesOf(records.sessionId(i % records.sessionCount())), 6);
        long[] nanos = new long[20];
        for (int i = 0; i < nanos.length; i++) {
            long begin = THREADS.getCurrentThreadCpuTime();
            checks += table.liveRoutes();
            nanos[i] = THREADS.getCurrentThreadCpuTime() - begin;
        }
        Arrays.sort(nanos);
        say("counts of all", String.format("p50 %,.1f us", nanos[nanos.length / 2] / 1e3));
    }

    /** The first elements of an iterator. */
    private static final class FirstOf<T> implements Iterator<T> {
        private final Iterator<T> from;
        private int left;

        FirstOf(Iterator<T> from, int left) {
            this.from = from;
            this.left = left;
        }

        @Override
        public boolean hasNext() {
            return left > 0 && from.hasNext();
        }

        @Override
        public T next() {
            left--;
            return from.next();
        }
    }

    private void time(String name, IntFunction<Iterator<?>> query, int times) {
        long[] nanos = new long[times];
        long rows = 0;
        int check = 0;
        for (int i = 0; i < times; i++) {
            int prefix = random.nextInt(records.prefixCount());
            long begin = THREADS.getCurrentThreadCpuTime();
            for (Iterator<?> found = query.apply(prefix); found.hasNext(); rows++) {
                check += table.read(found.next());
            }
            nanos[i] = THREADS.getCurrentThreadCpuTime() - begin;
        }
        Arrays.sort(nanos);
        say(
                name,
                String.format(
                        "p50 %,.1f us  p99 %,.1f us  (%,d rows each)",
                        nanos[times / 2] / 1e3, nanos[times * 99 / 100] / 1e3, rows / times));
        checks += check;
    }

    private void changes() throws IOException {
        Writer writer = new Writer();
        long gc = gcMillis();
        for (int i = 0; i < 1_000_000; i++) {
            int session = random.nextInt(records.sessionCount());
            int neighbor = random.nextInt(3) == 0 ? random.nextInt(records.neighbors()) : records.neighborOf(session);
            writer.add(random.nextInt(records.prefixCount()), session, neighbor, 1 + random.nextInt(1000));
        }
        writer.flush();
        long[] polls = writer.polls.stream().mapToLong(Long::longValue).sorted().toArray();
        say(
                "random changes/s",
                String.format(
                        "%,.0f, a poll of %d p99 %.2f ms, worst %.2f ms",
                        writer.count * 1e9 / writer.nanos,
                        POLL,
                        polls[polls.length * 99 / 100] / 1e6,
                        polls[polls.length - 1] / 1e6));
        say("  garbage collector, ms", String.format("%d", gcMillis() - gc));
    }

    /** Withdraws rows and announces others of their keys, so that blocks shrink and grow; says the worst ratio. */
    private void churn() throws IOException {
        Writer writer = new Writer();
        int[] prefixes = new int[PREPARED / 2];
        int[] sessions = new int[PREPARED / 2];
        double worst = 0;
        for (int round = 0; round < CHURN_ROUNDS; round++) {
            for (int i = 0; i < prefixes.length; i++) {
                if (round > 0) {
                    int neighbor = random.nextInt(records.neighbors());
                    writer.add(prefixes[i], sessions[i], neighbor, 1 + random.nextInt(1000));
                }
                prefixes[i] = random.nextInt(records.prefixCount());
                sessions[i] = random.nextInt(records.sessionCount());
                writer.withdraw(prefixes[i], sessions[i]);
            }
            writer.flush();
            worst = Math.max(worst, table.pagesOverRows());
        }
        for (int i = 0; i < prefixes.length; i++) {
            writer.add(prefixes[i], sessions[i], records.neighborOf(sessions[i]), 1);
        }
        writer.flush();
        say("withdrawals and announcements/s", String.format("%,.0f", writer.count * 1e9 / writer.nanos));
        sayPages("  worst pages over rows", worst);
    }

    private void sayPages(String name, double ratio) {
        if (ratio > 0) {
            say(name, String.format("%.3f", ratio));
        }
    }

    private void sessionEnd() {
        long begin = THREADS.getCurrentThreadCpuTime();
        table.session(records.sessionId(1).bytes().toArray(), records.session(1, State.DOWN, 2, 2));
        long routes = table.liveRoutes();
        say(
                "session end hidden and counted, ms",
                String.format("%.2f (%,d routes left)", (THREADS.getCurrentThreadCpuTime() - begin) / 1e6, routes));
    }
}
