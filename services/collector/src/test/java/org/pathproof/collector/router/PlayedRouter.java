// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.rules.Sources;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.RibView;

/** Base of tests that play BMP messages into the state of one router. */
abstract class PlayedRouter {
    static final RouterIdentity ROUTER = RouterIdentity.of("192.0.2.1", "r1");
    static final SessionId PRE = id(RibView.ADJ_RIB_IN_PRE);
    static final long SECOND = 1_000_000;

    final RecordedOutput out = new RecordedOutput();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final Bmp bmp = new Bmp(65000, 65536);
    long now = 1000 * SECOND;
    RouterState router = connect(TestRules.with(Sources.AUTO), false);

    void play(Bytes... messages) {
        for (Bytes message : messages) {
            router.handleMessage(message, ++now);
        }
    }

    void tickFor(int seconds) {
        for (int i = 0; i < seconds; i++) {
            now += SECOND;
            router.tick(now);
        }
    }

    Announcement last() {
        return out.routes.getLast().event().getAnnouncement();
    }

    double count(String metric) {
        return meters.find(metric).counters().stream()
                .mapToDouble(c -> c.count())
                .sum();
    }

    RouterState connect(RouterRules rules, boolean relayed) {
        return new RouterState(ROUTER, rules, out.sessions, out, new CollectorMetrics(meters), relayed);
    }

    static SessionId id(RibView view) {
        return new PeerId(0, 0, Bmp.PEER).session(ROUTER, view);
    }
}
