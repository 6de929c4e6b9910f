// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.pathproof.benchmark.kit.Progress;
import org.pathproof.benchmark.pipeline.measure.CpuUse;
import org.pathproof.networkrecords.NetworkRecords;

/** Changes of the network while the policy API is live. Each ends when the policy API shows its result. */
final class LiveChanges {
    private static final String NOT_VALID = "the routes of the withdrawn key";

    private final NetworkRecords records;
    private final Expectation expected;
    private final RecordWriter writer;
    private final PolicyApi api;
    private final Shown shown;
    private final Progress progress;
    private final SplittableRandom random = new SplittableRandom(7);

    LiveChanges(
            NetworkRecords records,
            Expectation expected,
            RecordWriter writer,
            PolicyApi api,
            Shown shown,
            Progress progress) {
        this.records = records;
        this.expected = expected;
        this.writer = writer;
        this.api = api;
        this.shown = shown;
        this.progress = progress;
    }

    private static double since(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }

    private static double millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e6;
    }

    /**
     * Changes random routes, a third of them to the path of another neighbor. The process stands still until Kafka has
     * all records, so that it alone uses the processors.
     */
    Outcome.Changes random(int count) throws IOException {
        api.pause();
        writer.nextVersion();
        for (int i = 0; i < count; i++) {
            int prefix = random.nextInt(records.prefixCount());
            int session = random.nextInt(records.sessionCount());
            if (random.nextInt(3) == 0) {
                expected.setNeighbor(prefix, session, random.nextInt(records.neighbors()));
            }
            writer.route(prefix, session);
        }
        writer.flush();
        CpuUse use = api.cpuUse();
        long follower = api.followerMicros();
        long begin = System.nanoTime();
        api.resume();
        shown.awaitManyMarks(writer.takeMarks().values());
        double seconds = since(begin);
        progress.print(String.format(
                Locale.ROOT, "%,d changes in %.2f s; CPU time: %s", count, seconds, api.mainThreads(use)));
        return new Outcome.Changes(
                count,
                count / seconds,
                count * 1e6 / (api.followerMicros() - follower),
                (double) (api.cpuMicros() - use.total()) / count);
    }

    /** Changes one route, repeatedly. */
    Samples oneRecord(int rounds) throws IOException {
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            writer.nextVersion();
            long begin = System.nanoTime();
            writer.route(random.nextInt(records.prefixCount()), random.nextInt(records.sessionCount()));
            writer.flush();
            shown.awaitMarks(writer.takeMarks().values());
            times.add(millisSince(begin));
        }
        return Samples.of(times);
    }

    /** A ROA authorises another origin for a prefix, repeatedly. Each ends before the next. */
    Samples roa(int rounds) throws IOException {
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            int prefix = random.nextInt(records.prefixCount());
            writer.nextVersion();
            long begin = System.nanoTime();
            for (int session = 0; session < records.sessionCount(); session++) {
                writer.route(
                        prefix,
                        session,
                        expected.version(prefix, session, writer.number()).withInvalidOrigin(true));
            }
            writer.flush();
            String invalid = shown.routesOf(prefix) + "&origin_state=invalid";
            Shown.await("a prefix with an invalid origin", () -> shown.count(invalid) == records.sessionCount());
            times.add(millisSince(begin));
            writer.nextVersion();
            for (int session = 0; session < records.sessionCount(); session++) {
                writer.route(prefix, session);
            }
            writer.flush();
            shown.awaitMarks(writer.takeMarks().values());
        }
        return Samples.of(times);
    }

    /**
     * The withdrawal of a key, or its return.
     *
     * @param written seconds until Kafka has all records
     * @param shown seconds until the counts have them
     * @param cpu seconds of CPU time of the policy API until then
     * @param threadCpu seconds of CPU time of the threads that apply the records
     */
    record KeyChange(long rows, double written, double shown, double cpu, double threadCpu) {}

    /**
     * Withdraws a key, or restores it. Writes the new verdicts as fast as Kafka accepts them.
     *
     * @param asn the AS of the key
     */
    KeyChange key(int asn, boolean withdrawn) throws IOException {
        expected.setWithdrawnKeyOf(withdrawn ? asn : 0);
        long notValid = expected.notValid();
        writer.nextVersion();
        long rows = 0;
        CpuUse use = api.cpuUse();
        long follower = api.followerMicros();
        long begin = System.nanoTime();
        for (int prefix = 0; prefix < records.prefixCount(); prefix++) {
            if (records.usesKeyOf(prefix, asn)) {
                for (int session = 0; session < records.sessionCount(); session++) {
                    writer.route(prefix, session);
                    rows++;
                }
            }
        }
        writer.flush();
        double written = since(begin);
        Shown.awaitLong(NOT_VALID, () -> shown.notValid() == notValid);
        double seconds = since(begin);
        double cpu = (api.cpuMicros() - use.total()) / 1e6;
        double threadCpu = (api.followerMicros() - follower) / 1e6;
        progress.print(String.format(
                Locale.ROOT,
                "%s: %,d records in %.2f s, shown after %.2f s; CPU time: %s",
                withdrawn ? "a key is withdrawn" : "the key comes back",
                rows,
                written,
                seconds,
                api.mainThreads(use)));
        writer.takeMarks();
        return new KeyChange(rows, written, seconds, cpu, threadCpu);
    }

    /** Ends sessions, one after another. */
    Samples sessionEnds(int from, int to) {
        List<Double> times = new ArrayList<>();
        for (int session = from; session < to; session++) {
            expected.end(session);
            times.add(end(session, session + 1));
        }
        return Samples.of(times);
    }

    /** Writes that sessions have ended. Returns the milliseconds until the counts are without their routes. */
    private double end(int from, int to) {
        long rows = expected.rows();
        long begin = System.nanoTime();
        for (int session = from; session < to; session++) {
            writer.down(session);
        }
        writer.flush();
        Shown.await("the end of a session", () -> shown.rows() == rows);
        return millisSince(begin);
    }

    /**
     * A router that has left.
     *
     * @param rows number of its routes
     * @param hiddenMs milliseconds until the counts are without them
     * @param goneSeconds seconds until all records that delete them are applied
     */
    record Leave(long rows, double hiddenMs, double goneSeconds) {}

    /** The router of the last session leaves: its sessions end, and then validators delete its routes. */
    Leave lastRouter() throws IOException {
        int sessions = records.sessionCount();
        int first = (sessions - 1) / NetworkRecords.SESSIONS_OF_ROUTER * NetworkRecords.SESSIONS_OF_ROUTER;
        for (int session = first; session < sessions; session++) {
            expected.end(session);
        }
        long begin = System.nanoTime();
        double hidden = end(first, sessions);
        for (int session = first; session < sessions; session++) {
            for (int prefix = 0; prefix < records.prefixCount(); prefix++) {
                writer.delete(prefix, session);
            }
        }
        // A reader that has a later record of each partition has deleted all.
        writer.takeMarks();
        writer.nextVersion();
        for (int prefix = 0; prefix < records.prefixCount(); prefix++) {
            if (writer.hasMarkOfEachPartition()) {
                break;
            }
            writer.route(prefix, first - 1);
        }
        writer.flush();
        shown.awaitManyMarks(writer.takeMarks().values());
        return new Leave((long) (sessions - first) * records.prefixCount(), hidden, since(begin));
    }
}
