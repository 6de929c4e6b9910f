// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.kit.Machine;

/**
 * Results of a run.
 *
 * @param paths {@code real} or {@code random} prefixes and paths
 * @param busyStart null for a run of an earlier version
 */
record Outcome(
        Machine machine,
        String paths,
        Sizes sizes,
        Table table,
        Starts starts,
        @Nullable BusyStart busyStart,
        Requests requests,
        Changes changes,
        Events events,
        Pauses pauses) {
    /**
     * The table in Kafka and in memory. Heap is measured after a full collection.
     *
     * @param kafkaBytes bytes of the records of the table in Kafka
     * @param writtenPerSecond records that this benchmark wrote a second, with the broker beside it
     * @param emptyHeap heap of a policy API without routes
     * @param heap heap with all rows, read from Kafka
     * @param resident resident memory then
     * @param changedHeap heap after all changes
     * @param changedResident resident memory then
     */
    record Table(
            long kafkaBytes,
            double writtenPerSecond,
            long emptyHeap,
            long heap,
            long resident,
            long changedHeap,
            long changedResident) {}

    /**
     * Starts. Times are in seconds.
     *
     * @param emptyReady from the start of a process without routes until it is ready
     * @param coldReady the same with all rows, without a snapshot
     * @param rowsPerSecond records read from Kafka a second
     * @param rowsPerCpuSecond records by the CPU time of the threads that read and decode
     * @param emptyCpu CPU time of a process without routes until it is ready
     * @param coldCpu the same with all rows, without a snapshot
     * @param snapshotCpu the same with a snapshot, median
     * @param snapshotWrite time of the writing of a snapshot
     * @param snapshotLoad time in which a process reads a snapshot, median
     * @param snapshotReady from the start of a process with a snapshot until it is ready, median
     */
    record Starts(
            double emptyReady,
            double coldReady,
            double rowsPerSecond,
            double rowsPerCpuSecond,
            long snapshotBytes,
            double snapshotWrite,
            double snapshotLoad,
            double snapshotReady,
            double emptyCpu,
            double coldCpu,
            double snapshotCpu) {}

    /**
     * A start from a snapshot while routes change. Then each route is compared with its last record.
     *
     * @param ready seconds from the start of the process until it is ready
     * @param perSecond changes a second
     * @param behind seconds from the end of the changes until the last one is shown
     * @param compared number of compared routes, all of which were right
     */
    record BusyStart(double ready, double perSecond, double behind, long compared) {}

    /**
     * A kind of requests.
     *
     * @param cpuMicros CPU time of the threads that serve requests, for one, in microseconds
     */
    record Request(Samples times, double cpuMicros) {}

    /**
     * Requests over one HTTP connection, one at a time.
     *
     * @param livenessUs the liveness probe, in microseconds: the cost of HTTP itself
     * @param absentUs routes of a prefix that no session has, in microseconds
     * @param prefixUs all routes of a prefix, in microseconds
     * @param rareMs routes that are NOT_VALID, in milliseconds
     * @param rareRows number of these routes
     * @param ruleMs routes with a finding, in milliseconds
     * @param summaryMs counts over all routes, in milliseconds
     */
    record Requests(
            Request livenessUs,
            Request absentUs,
            Request prefixUs,
            Request rareMs,
            long rareRows,
            Request ruleMs,
            Request summaryMs) {}

    /**
     * Random changes that a live policy API finds in Kafka.
     *
     * @param perSecond changes applied a second
     * @param perCpuSecond changes by the CPU time of the threads that apply them
     * @param processMicros CPU time of the whole process for a change, in microseconds
     */
    record Changes(long count, double perSecond, double perCpuSecond, double processMicros) {}

    /**
     * Events, from the first record until the policy API shows the result over HTTP.
     *
     * @param oneRecordMs one changed route: the cost of Kafka and HTTP
     * @param roaMs a ROA authorises another origin: all routes of a prefix
     * @param sessionEndMs a session ends: the counts without its routes
     * @param withdrawnAs AS whose router key is withdrawn
     * @param withdrawnRows routes that become NOT_VALID
     * @param withdrawnWritten seconds until Kafka has their records
     * @param withdrawnShown seconds until the counts have all of them
     * @param withdrawnCpu seconds of CPU time of the policy API until then
     * @param withdrawnThreadCpu seconds of CPU time of the threads that apply the records
     * @param restoredShown seconds until the counts have all when the key comes back
     * @param routerRows routes of a router that leaves
     * @param routerHiddenMs time until the counts are without them
     * @param routerGone seconds until the records that delete them are applied
     * @param routerHeap heap then, after a full collection
     */
    record Events(
            Samples oneRecordMs,
            Samples roaMs,
            Samples sessionEndMs,
            long withdrawnAs,
            long withdrawnRows,
            double withdrawnWritten,
            double withdrawnShown,
            double withdrawnCpu,
            double withdrawnThreadCpu,
            double restoredShown,
            long routerRows,
            double routerHiddenMs,
            double routerGone,
            long routerHeap) {}

    /** Pauses of the garbage collector, in milliseconds. */
    record Pauses(Samples loading, Samples live, Samples all) {}

    /** Returns the heap of all rows and all that belongs to them, for each row. */
    double bytesPerRow() {
        return (double) (table.heap() - table.emptyHeap()) / sizes.rows();
    }

    /** Returns the heap of the whole process, for each row. */
    double processBytesPerRow() {
        return (double) table.heap() / sizes.rows();
    }

    /** Returns the heap for each row after all changes. */
    double changedBytesPerRow() {
        return (double) (table.changedHeap() - table.emptyHeap()) / sizes.rows();
    }
}
