// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.rules.FeedRules;
import org.pathproof.collector.rules.PeerRules;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.rules.Sources;
import org.pathproof.collector.sessions.SessionQuota;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Reject;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.PerPeerHeader;

/** Routers with ever new sysNames whose records no one keeps but the table of sessions. */
public final class SessionFlood {
    private final Sessions sessions;
    private final CollectorMetrics metrics = new CollectorMetrics(new SimpleMeterRegistry());
    private final Bmp bmp = new Bmp(65000, 65536);
    private final RouterOutput nowhere = new RouterOutput() {
        @Override
        public void writeRoute(RouteKey key, byte[] event, ViewLabel from, long receivedMicros) {}

        @Override
        public void mark(SessionId session, byte[] event) {}

        @Override
        public void reject(Reject reject) {}
    };
    private long now = 1_000_000_000;

    public SessionFlood(SessionQuota quota) {
        sessions = new Sessions((id, record) -> {}, quota);
    }

    /** Connects a router with a new name and address and many peers, and disconnects it. */
    public void connectAndDisconnect(int number, int peers) {
        RouterState router = new RouterState(
                RouterIdentity.of("10.0." + number + ".1", "flood" + number),
                new RouterRules(
                        "c1",
                        Sources.AUTO,
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(60),
                        10_000,
                        peers,
                        Set.of(),
                        PeerRules.NONE,
                        FeedRules.NONE),
                sessions,
                nowhere,
                metrics,
                false);
        for (int peer = 0; peer < peers; peer++) {
            PerPeerHeader header =
                    new PerPeerHeader(0, 0, 0, Bytes.fromHex("ac10%04x".formatted(peer)), 65536, peer, 1, 0);
            router.handleMessage(bmp.peerUp(header, Bmp.open(65000, List.of()), Bmp.open(65536, List.of())), now += 10);
        }
        now += 1_000_000;
        router.disconnect("cable", now);
        router.release();
    }

    public int sessions() {
        return sessions.all().size();
    }
}
