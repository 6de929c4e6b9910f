// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.size;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The capacity model of docs/operators/scale.md, extended to pods. The model computes the size of a deployment from a
 * network and the measured {@linkplain Cost costs}. Immutable.
 */
final class CapacityModel {
    /** Requests and limits of the chart's default values: cores, MiB, MiB. No pod is smaller. */
    static final Plan.Pods COLLECTOR = new Plan.Pods(2, 0.5, 768, 1024);

    static final Plan.Pods VALIDATOR = new Plan.Pods(2, 1, 3 * 1024, 6 * 1024);
    static final Plan.Pods POLICY_API = new Plan.Pods(2, 0.5, 2 * 1024, 3 * 1024);

    /** Most partitions that the chart accepts. */
    static final int MAX_PARTITIONS = 10_000;

    private static final int MIN_PARTITIONS = 4;
    private static final double COLLECTOR_POD_CORES = 2;
    private static final double VALIDATOR_POD_CORES = 4;

    /** Largest heap of a validator, in bytes. */
    private static final double VALIDATOR_POD_HEAP = 24e9;

    /** Share of the heap that live objects may take. */
    private static final double LIVE_HEAP = 2.0 / 3;
    /** Share of the memory that the JVM of an image takes as heap. */
    private static final double HEAP_OF_MEMORY = 0.75;
    /** Memory of a JVM outside the heap, without tables of router keys: code, metaspace, buffers, stacks. */
    private static final double OUTSIDE_HEAP = 512 * 1024 * 1024;
    /** Default of pathproof.p256.table-memory. */
    private static final double TABLE_MEMORY = 1 << 30;

    /** Copies of a row: in the validator that owns it, and in its standby. */
    private static final int COPIES = 2;

    /** Bounds of docs/operators/run.md, "Disk". */
    private static final double COMPACTED_ROUTE = 1_000 / 0.7;

    private static final double COMPACTED_PARTITION = 3 * 32e6;
    private static final double ROUTES_OVERHEAD = 1.25;
    private static final double OTHER_TOPICS = 0.7e9;

    /** Different paths to a prefix in the measured networks. */
    private static final double PATHS_OF_A_PREFIX = 20;

    /** Bytes in Redis of a VRP of IPv6 and of a router key, docs/reference/redis.md. */
    private static final double REDIS_VRP = 13;

    private static final double REDIS_KEY = 118;
    /** Two snapshots and the changes. */
    private static final double REDIS_COPIES = 3;

    private static final double REDIS_BASE = 64 * 1024 * 1024;
    private static final double MIB = 1024 * 1024;

    private final Network network;
    /** Time of a node for the same work, relative to the machine of the benchmarks. */
    private final double slowness;

    CapacityModel(Network network) {
        this.network = network;
        slowness = Cost.OPENSSL.value() / network.verifications();
    }

    /** Returns the cores of a stage at a rate in updates per second, with the network's headroom. */
    double cores(double base, double microsPerUpdate, double rate) {
        double used = 1 - network.headroom();
        double moving = slowness * microsPerUpdate * rate / 1e6 / used;
        return moving + slowness * base * Math.max(1, Math.ceil(moving)) / used;
    }

    /** Returns the CPU time of a validator for an update in µs, on the machine of the benchmarks. */
    double validatorMicros() {
        double all = Cost.SIGNATURES.value() * 1e6 / Cost.OPENSSL.value();
        double measured = all / Engine.IFMA.timesOpenSsl();
        double expected = network.signed() * all / network.engine().timesOpenSsl();
        return Cost.VALIDATOR_UPDATE.value() - measured + expected;
    }

    /**
     * Returns the heap of the verdicts in a policy API, in bytes. Sessions that have the same table share prefixes and
     * paths.
     *
     * @param prefixes prefixes of a session
     */
    static double apiRows(double prefixes, double sessions) {
        double paths = Math.min(sessions, PATHS_OF_A_PREFIX);
        return prefixes * (sessions * Cost.API_ROW.value() + Cost.API_PREFIX.value() + paths * Cost.API_PATH.value());
    }

    /** Returns the size of the deployment. */
    Plan plan() {
        double rate = network.peakRate();
        double validatorCores = cores(Cost.VALIDATOR_BASE.value(), validatorMicros(), rate);
        double routes = network.allRoutes();
        double keyHeap = network.routerKeys() * Cost.KEY.value();

        Plan.Pods collector = pods(
                COLLECTOR,
                cores(Cost.COLLECTOR_BASE.value(), Cost.COLLECTOR_UPDATE.value(), rate),
                COLLECTOR_POD_CORES);

        double rows = routes * Cost.VALIDATOR_ROUTE.value();
        int validators = Math.max(
                count(validatorCores, VALIDATOR_POD_CORES), count(COPIES * rows, VALIDATOR_POD_HEAP * LIVE_HEAP));
        // After a failure of one of two validators, the other one has no standby copies.
        double rowsOfPod = validators == 2 ? rows : COPIES * rows / (validators - 1);
        double tables = Math.min(TABLE_MEMORY, network.routerKeys() * Cost.KEY_TABLE.value());
        Plan.Pods validator = sized(
                VALIDATOR,
                validators,
                tenths(validatorCores / (validators - 1)),
                rowsOfPod + keyHeap,
                OUTSIDE_HEAP + tables);
        int threads =
                Math.max(1, (int) Math.ceil(validatorCores / (validators - 1) * Cost.STREAM_THREAD_SHARE.value()));
        int partitions = Math.max(MIN_PARTITIONS, 2 * validators * threads);

        double apiCores = cores(Cost.API_BASE.value(), Cost.API_UPDATE.value(), rate);
        double feeds = (double) network.feeds() * network.overrides() * Cost.FEED_ROUTE.value();
        Plan.Pods api = sized(
                POLICY_API,
                POLICY_API.replicas(),
                tenths(apiCores),
                apiRows((double) network.routes(), (double) network.routers() * network.peers()) + feeds + keyHeap,
                OUTSIDE_HEAP);

        double updateBytes = Cost.ROUTES_UPDATE.value() + Cost.VERDICTS_UPDATE.value() + Cost.CHANGELOG_UPDATE.value();
        double routesSize = Cost.ROUTES_UPDATE.value()
                * (routes + network.churn() * network.retention().toSeconds());
        double disk = network.replication()
                * (routesSize * ROUTES_OVERHEAD
                        + routes * COMPACTED_ROUTE
                        + partitions * COMPACTED_PARTITION
                        + OTHER_TOPICS);
        double redis = REDIS_COPIES * (network.vrps() * REDIS_VRP + network.routerKeys() * REDIS_KEY) + REDIS_BASE;
        return new Plan(
                partitions,
                threads,
                collector,
                validator,
                api,
                routesSize,
                disk,
                cores(Cost.BROKER_BASE.value(), Cost.BROKER_UPDATE.value() * network.replication(), rate),
                updateBytes * rate,
                redis,
                network.feeds(),
                notes(partitions, api));
    }

    /** Returns the number of pods for an amount, with one more that may fail. */
    private static int count(double amount, double ofPod) {
        return 1 + Math.max(1, (int) Math.ceil(amount / ofPod));
    }

    private static Plan.Pods pods(Plan.Pods least, double cores, double ofPod) {
        int replicas = count(cores, ofPod);
        return new Plan.Pods(
                replicas, Math.max(least.cpu(), tenths(cores / (replicas - 1))), least.memory(), least.limit());
    }

    /**
     * Returns pods of a size.
     *
     * @param cores cores of a pod
     * @param live live bytes on the heap of a pod
     * @param outside bytes of a pod outside the heap
     */
    private static Plan.Pods sized(Plan.Pods least, int replicas, double cores, double live, double outside) {
        double heap = live / LIVE_HEAP;
        double needed = Math.max(heap / HEAP_OF_MEMORY, Math.max(heap + outside, outside / (1 - HEAP_OF_MEMORY)));
        long limit = Math.max(least.limit(), quarterGib(needed));
        long memory = Math.max(least.memory(), quarterGib(heap + outside));
        return new Plan.Pods(replicas, Math.max(least.cpu(), cores), Math.min(memory, limit), limit);
    }

    private static long quarterGib(double bytes) {
        return (long) Math.ceil(bytes / MIB / 256) * 256;
    }

    private static double tenths(double cores) {
        return Math.ceil(cores * 10 - 1e-9) / 10;
    }

    private List<String> notes(int partitions, Plan.Pods api) {
        List<String> notes = new ArrayList<>();
        if (partitions > MAX_PARTITIONS) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%,d partitions exceed the chart's maximum of %,d: split the routers between several releases.",
                    partitions,
                    MAX_PARTITIONS));
        }
        if (api.limit() > 64 * 1024) {
            notes.add(String.format(
                    Locale.ROOT,
                    "Each replica of the policy API holds all %,.0f routes. Heaps of this size were not measured:"
                            + " split the routers between several releases.",
                    network.allRoutes()));
        }
        if (network.feeds() > Cost.FEED_SESSIONS.value()) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%,d feeds exceed the %,.0f sessions of a replica that were measured: split the routers between"
                            + " several releases.",
                    network.feeds(),
                    Cost.FEED_SESSIONS.value()));
        }
        return notes;
    }
}
