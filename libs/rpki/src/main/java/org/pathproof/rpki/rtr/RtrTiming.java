// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.rtr.EndOfData;

/**
 * Refresh, Retry and Expire Interval (RFC 8210 section 6).
 *
 * @param refresh time from a response to the next query
 * @param retry time from a failed query to the next
 * @param expire time for which data is valid without a response
 */
public record RtrTiming(Duration refresh, Duration retry, Duration expire) {
    /** Shortest Expire Interval in seconds. */
    private static final int LEAST_EXPIRE = 600;

    /** The recommended defaults. Version 0 always uses them. */
    public static final RtrTiming DEFAULT =
            new RtrTiming(Duration.ofHours(1), Duration.ofMinutes(10), Duration.ofHours(2));

    /** Returns the intervals of an End of Data, each limited to the range that RFC 8210 section 6 allows. */
    static RtrTiming of(EndOfData.@Nullable Intervals intervals) {
        if (intervals == null) {
            return DEFAULT;
        }
        return new RtrTiming(
                within(intervals.refresh(), 1, 86_400),
                within(intervals.retry(), 1, 7200),
                within(intervals.expire(), LEAST_EXPIRE, 172_800));
    }

    /**
     * Returns the intervals for data that expire after {@code remaining}. The Expire Interval counts down with it, but
     * not below 600 s (RFC 8210 section 6). Refresh and Retry Interval are at most half of it. So a router queries
     * again before its data expire, and gets the time of a source that has confirmed its data meanwhile.
     *
     * @param remaining null if the data never expire
     */
    RtrTiming limitedTo(@Nullable Duration remaining) {
        if (remaining == null || remaining.compareTo(expire) >= 0) {
            return this;
        }
        long seconds = Math.max(0, remaining.toSeconds());
        long half = Math.max(1, seconds / 2);
        return new RtrTiming(
                Duration.ofSeconds(Math.min(refresh.toSeconds(), half)),
                Duration.ofSeconds(Math.min(retry.toSeconds(), half)),
                Duration.ofSeconds(
                        Math.clamp(seconds, Math.min(LEAST_EXPIRE, expire.toSeconds()), expire.toSeconds())));
    }

    EndOfData.Intervals toPdu() {
        return new EndOfData.Intervals(refresh.toSeconds(), retry.toSeconds(), expire.toSeconds());
    }

    private static Duration within(long seconds, long low, long high) {
        return Duration.ofSeconds(Math.clamp(seconds, low, high));
    }
}
