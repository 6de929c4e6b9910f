// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

final class CatchUpTest {
    private static final long SECOND_US = 1_000_000;
    private static final long NOW_US = 1_793_491_200L * SECOND_US;
    /** The router's clock is five seconds ahead. */
    private static final long AHEAD_US = 5 * SECOND_US;

    private final CatchUp catchUp = new CatchUp();

    @Test
    void backlogEndsWithTheFirstMessageOfUsualAge() {
        catchUp.recordHandled(routeMonitoring(NOW_US + AHEAD_US), NOW_US, 0, true);
        assertThat(catchUp.isBehind()).isFalse();

        catchUp.onPause();
        long later = NOW_US + 20 * SECOND_US;
        catchUp.recordHandled(routeMonitoring(NOW_US + AHEAD_US + SECOND_US), later, 0, true);
        assertThat(catchUp.isBehind()).isTrue();
        catchUp.recordHandled(routeMonitoring(later + AHEAD_US - SECOND_US / 2), later, 0, false);
        assertThat(catchUp.isBehind()).isFalse();
    }

    @Test
    void routerWithoutTimestampsHasCaughtUpWhenItsQueueIsEmpty() {
        catchUp.onPause();
        catchUp.recordHandled(routeMonitoring(0), NOW_US, 0, false);
        assertThat(catchUp.isBehind()).isTrue();
        catchUp.recordHandled(routeMonitoring(0), NOW_US, 0, true);
        assertThat(catchUp.isBehind()).isFalse();
    }

    @Test
    void ageOfTheBacklogIsNotUsual() {
        catchUp.onPause();
        long later = NOW_US + 20 * SECOND_US;
        catchUp.recordHandled(routeMonitoring(NOW_US), later, 0, false);
        catchUp.onPause();
        catchUp.recordHandled(routeMonitoring(NOW_US), later, 0, false);
        assertThat(catchUp.isBehind()).isTrue();
        catchUp.recordHandled(routeMonitoring(NOW_US), later, 0, true);
        assertThat(catchUp.isBehind()).isFalse();
    }

    @Test
    void backlogSettlesUntilItsRecordsMustBeInTheTable() {
        assertThat(catchUp.isSettling(0)).isFalse();
        catchUp.onPause();
        assertThat(catchUp.isSettling(0)).isTrue();
        long endNanos = Long.MAX_VALUE - 5; // nanoTime may overflow
        catchUp.onIdle(endNanos);
        assertThat(catchUp.isBehind()).isFalse();
        assertThat(catchUp.isSettling(endNanos + Duration.ofSeconds(4).toNanos() - 1))
                .isTrue();
        assertThat(catchUp.isSettling(endNanos + Duration.ofSeconds(4).toNanos()))
                .isFalse();
        catchUp.onIdle(endNanos + Duration.ofSeconds(9).toNanos());
        assertThat(catchUp.isSettling(endNanos + Duration.ofSeconds(10).toNanos()))
                .isFalse();
    }

    @Test
    void silentRouterHasCaughtUp() {
        catchUp.onPause();
        assertThat(catchUp.isBehind()).isTrue();
        catchUp.onIdle(0);
        assertThat(catchUp.isBehind()).isFalse();
    }

    @Test
    void busyRouterWithWrongTimestampsHasCaughtUpAfterAMinute() {
        catchUp.recordHandled(routeMonitoring(NOW_US), NOW_US, 0, true);
        catchUp.onPause();
        long hourAgo = NOW_US - 3_600 * SECOND_US;
        for (int second = 0; second <= 60; second++) {
            catchUp.recordHandled(routeMonitoring(hourAgo), NOW_US + second * SECOND_US, 0, true);
            assertThat(catchUp.isBehind()).isTrue();
        }
        catchUp.recordHandled(routeMonitoring(hourAgo), NOW_US + 61 * SECOND_US, 0, false);
        assertThat(catchUp.isBehind()).isTrue();
        catchUp.recordHandled(routeMonitoring(hourAgo), NOW_US + 61 * SECOND_US, 0, true);
        assertThat(catchUp.isBehind()).isFalse();
    }

    /** Returns a Route Monitoring message that ends after its per-peer header. */
    private static Bytes routeMonitoring(long atUs) {
        return new ByteWriter()
                .u8(3)
                .u32(48)
                .u8(0)
                .bytes(Bytes.wrap(new byte[34]))
                .u32(atUs / SECOND_US)
                .u32(atUs % SECOND_US)
                .toBytes();
    }
}
