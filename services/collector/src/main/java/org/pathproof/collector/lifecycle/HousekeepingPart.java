// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.lifecycle;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Clock;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.pathproof.collector.bmp.BmpServer;
import org.pathproof.collector.settings.CollectorSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends, once a second, the sessions of routers that did not reconnect in time, and runs {@link BmpServer#tick}. */
public final class HousekeepingPart extends CollectorPart<ExecutorService> {
    private static final Logger log = LoggerFactory.getLogger(HousekeepingPart.class);

    private final CollectorSettings settings;
    private final SessionsPart sessions;
    private final BmpPart bmp;
    private final Clock clock;

    public HousekeepingPart(CollectorSettings settings, SessionsPart sessions, BmpPart bmp, Clock clock) {
        super(5);
        this.settings = settings;
        this.sessions = sessions;
        this.bmp = bmp;
        this.clock = clock;
    }

    @Override
    String waitsFor() {
        return "housekeeping";
    }

    @Override
    ExecutorService open() {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("collector-housekeeping").factory());
        var _ = timer.scheduleWithFixedDelay(this::runRound, 1, 1, TimeUnit.SECONDS);
        return timer;
    }

    private void runRound() {
        try {
            bmp.running().ifPresent(BmpServer::tick);
            expire();
        } catch (RuntimeException e) {
            log.error(getMarker("housekeeping-failed"), "housekeeping failed, next attempt in 1 s", e);
        }
    }

    private void expire() {
        long now = Micros.now(clock);
        long lostBefore = now - settings.holdTime().toNanos() / 1000;
        int expired = sessions.table().expireLost(settings.id(), lostBefore, now);
        if (expired > 0) {
            log.warn(
                    getMarker("sessions-expired"),
                    "lost sessions ended: count={} hold_time={}",
                    expired,
                    settings.holdTime());
        }
        int deleted = sessions.table()
                .deleteOld(settings.id(), now - settings.downTime().toNanos() / 1000);
        if (deleted > 0) {
            log.info("sessions deleted that are down: count={} down_time={}", deleted, settings.downTime());
        }
    }
}
