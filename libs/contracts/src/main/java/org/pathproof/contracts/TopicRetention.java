// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Bounds the topics in time and size, and derives the Kafka topic configuration from these bounds. A size is that of
 * all partitions of a topic together, in one replica.
 *
 * <p>Kafka deletes and compacts only closed segments, so segments are small compared with their topic. A partition can
 * exceed its share of the size (at least 1 MB) by one segment, and by the bytes written between two retention checks of
 * the brokers.
 *
 * @param routesTime age at which route events are deleted
 * @param routesBytes size of the routes topic in bytes
 * @param rejectsTime age at which rejects are deleted
 * @param rejectsBytes size of the rejects topic in bytes
 * @param rawTime age at which OpenBMP messages are deleted
 * @param rawBytes size of each topic of OpenBMP messages in bytes
 */
public record TopicRetention(
        Duration routesTime,
        long routesBytes,
        Duration rejectsTime,
        long rejectsBytes,
        Duration rawTime,
        long rawBytes) {
    /**
     * Number of segments in a partition's share of a topic that is deleted by size. Shares below 8 MB have fewer,
     * because of {@link #MIN_SEGMENT_BYTES}; shares above 512 MB have more, because of {@link #MAX_SEGMENT_BYTES}.
     */
    private static final int SEGMENTS_IN_SHARE = 8;

    /** Minimum segment size of Kafka. */
    private static final long MIN_SEGMENT_BYTES = 1 << 20;

    private static final long MAX_SEGMENT_BYTES = 64 << 20;

    /** Segment size of compacted topics. The open segment of a partition is never compacted. */
    private static final long COMPACTED_SEGMENT_BYTES = 16 << 20;

    private static final long SMALL_SEGMENT_BYTES = 4 << 20;
    private static final String DIRTY_RATIO = "0.3";
    private static final Duration MAX_COMPACTION_LAG = Duration.ofDays(1);
    private static final Duration MAX_SEGMENT_AGE = Duration.ofDays(1);
    private static final Duration DELETE_DELAY = Duration.ofSeconds(10);

    /** Checks the bounds. */
    public TopicRetention {
        requirePositive("routes-time", routesTime);
        requirePositive("rejects-time", rejectsTime);
        requirePositive("raw-time", rawTime);
        requireBytes("routes-size", routesBytes);
        requireBytes("rejects-size", rejectsBytes);
        requireBytes("raw-size", rawBytes);
    }

    /**
     * Returns the bounds for a disk of 20 GB: 4 GB of routes, 256 MB of rejects and 2 GB of OpenBMP messages. Routes
     * and rejects are kept for 7 days, OpenBMP messages for 1 day.
     */
    public static TopicRetention defaults() {
        return new TopicRetention(
                Duration.ofDays(7), 4L << 30, Duration.ofDays(7), 256L << 20, Duration.ofDays(1), 2L << 30);
    }

    /** Returns the configuration of {@link Topics#ROUTES}. */
    Map<String, String> routes(int partitions) {
        return deleted(routesTime, routesBytes, partitions);
    }

    /** Returns the configuration of {@link Topics#REJECTS}. */
    Map<String, String> rejects(int partitions) {
        return deleted(rejectsTime, rejectsBytes, partitions);
    }

    /** Returns the configuration of {@link Topics#OPENBMP_RAW} and {@link Topics#OPENBMP_REKEYED}. */
    Map<String, String> raw(int partitions) {
        return deleted(rawTime, rawBytes, partitions);
    }

    /** Returns the configuration of compacted topics with a record per route: verdicts, the validator's changelogs. */
    public Map<String, String> perRoute() {
        return compacted(COMPACTED_SEGMENT_BYTES);
    }

    /** Returns the configuration of compacted topics with few keys: sessions, collectors and policies. */
    Map<String, String> perSession() {
        return compacted(SMALL_SEGMENT_BYTES);
    }

    private static Map<String, String> deleted(Duration time, long bytes, int partitions) {
        long share = Math.max(MIN_SEGMENT_BYTES, bytes / partitions);
        long segment = Math.clamp(share / SEGMENTS_IN_SHARE, MIN_SEGMENT_BYTES, MAX_SEGMENT_BYTES);
        return Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_DELETE,
                TopicConfig.RETENTION_MS_CONFIG,
                String.valueOf(time.toMillis()),
                TopicConfig.RETENTION_BYTES_CONFIG,
                String.valueOf(share),
                TopicConfig.SEGMENT_BYTES_CONFIG,
                String.valueOf(segment),
                TopicConfig.SEGMENT_MS_CONFIG,
                String.valueOf(Math.min(time.toMillis(), MAX_SEGMENT_AGE.toMillis())),
                TopicConfig.FILE_DELETE_DELAY_MS_CONFIG,
                String.valueOf(DELETE_DELAY.toMillis()));
    }

    private Map<String, String> compacted(long segment) {
        Map<String, String> configs = new HashMap<>(Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_COMPACT,
                TopicConfig.SEGMENT_BYTES_CONFIG,
                String.valueOf(segment),
                TopicConfig.SEGMENT_MS_CONFIG,
                String.valueOf(MAX_SEGMENT_AGE.toMillis()),
                TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
                DIRTY_RATIO,
                TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG,
                String.valueOf(MAX_COMPACTION_LAG.toMillis()),
                TopicConfig.FILE_DELETE_DELAY_MS_CONFIG,
                String.valueOf(DELETE_DELAY.toMillis())));
        // A consumer that is stopped for less than this time misses no withdrawal.
        configs.put(TopicConfig.DELETE_RETENTION_MS_CONFIG, String.valueOf(routesTime.toMillis()));
        return configs;
    }

    private static void requirePositive(String name, Duration time) {
        if (!time.isPositive()) {
            throw new IllegalArgumentException("pathproof.kafka.retention." + name + " must be above 0, not " + time);
        }
    }

    private static void requireBytes(String name, long bytes) {
        if (bytes < MIN_SEGMENT_BYTES) {
            throw new IllegalArgumentException(
                    "pathproof.kafka.retention." + name + " must be 1MB or more, not " + bytes + " bytes");
        }
    }
}
