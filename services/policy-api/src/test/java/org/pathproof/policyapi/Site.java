// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.ski;
import static org.pathproof.verdictstore.Records.unsigned;
import static org.pathproof.verdictstore.Records.valid;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.contracts.v1.Collector;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.Ownership;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.PeerFacts;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.verdictstore.input.CollectorMonitor;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * Fills a running API with a small network: four routers, five sessions, and 182 routes, some of them with findings.
 */
final class Site {
    static final int ROUTES = 182;

    private Site() {}

    /** Returns the router keys and VRPs. */
    static List<RpkiObject> rpki() {
        List<RpkiObject> rpki = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            rpki.add(new RouterKey(64496 + i, Bytes.wrap(ski(1 + i % 4).toByteArray()), Bytes.fromHex("3059")));
            rpki.add(new Vrp(Prefix.parse("198.18." + i + ".0/24"), 24, 64496 + i));
        }
        return rpki;
    }

    static void fill(RunningApi api) {
        api.rpki().replace(rpki());
        sessions().forEach(session -> send(api, session));
        for (int i = 0; i < 60; i++) {
            String prefix = "198.18." + i + ".0/24";
            api.putVerdict(
                    key(prefix, 1),
                    i % 7 == 3 ? notValid(2, 65001, 64500 + i % 5, 64496 + i) : valid(65001, 64500 + i % 5, 64496 + i));
            api.putVerdict(key(prefix, 2), valid(65002, 64510, 64500 + i % 5, 64496 + i));
            boolean hijacked = i % 9 == 4;
            api.putVerdict(
                    key(prefix, 3),
                    unsigned(65003, 64500 + i % 5, 64496 + i)
                            .setOrigin(hijacked ? OriginState.ORIGIN_INVALID : OriginState.ORIGIN_VALID)
                            .setOriginReason(hijacked ? "as" : ""));
        }
        api.putVerdict(key("198.18.0.0/16", 3), unsigned(65003, 64500, 64496));
        api.putVerdict(
                key("2001:db8:20::/48", 1),
                valid(65001, 64999, 64497)
                        .setState(PathState.MALFORMED)
                        .addFindings(Finding.newBuilder()
                                .setRule("as-loop")
                                .setMessage("The local AS 64999 is in the path <b>already</b>.")));
        api.awaitRoutes(ROUTES);
        connect(api, 1, 2, 3, 4);
    }

    static List<Session.Builder> sessions() {
        return List.of(
                session(1, 1, 1).setRouterName("fra-edge-1"),
                session(2, 1, 2).setRouterName("fra-edge-1").setPeerIp("2001:db8:ffff:1111:2222:3333:4444:2"),
                session(3, 2, 3).setRouterName("ams-edge-2").setBgpsecSeen(false),
                session(4, 2, 4)
                        .setRouterName("ams-edge-2")
                        .setFacts(PeerFacts.getDefaultInstance())
                        .setBgpsecSeen(false),
                session(5, 3, 5)
                        .setRouterName("waw-core-1")
                        .setState(State.DOWN)
                        .setEpoch(2)
                        .setDeadBefore(2)
                        .setDownReason("hold timer expired"));
    }

    static void send(RunningApi api, Session.Builder session) {
        api.putSession(session.getSessionId().byteAt(15), session);
    }

    /** Disconnects every router: the sessions become LOST, and the collector's heartbeat has no router. */
    static void loseRouters(RunningApi api) {
        sessions().stream()
                .filter(session -> session.getState() != State.DOWN)
                .forEach(session -> send(api, session.setState(State.LOST).setDownReason("the connection ended")));
        connect(api);
    }

    /** Sends heartbeats of a collector with these routers until the API has read one of the heartbeats. */
    static void connect(RunningApi api, int... routers) {
        List<String> names = List.of("fra-edge-1", "ams-edge-2", "waw-core-1", "lon-edge-4");
        Collector.Builder collector = Collector.newBuilder()
                .setId("pathproof.example")
                .setBeat(1)
                .setLeaseMs(RunningApi.LEASE_MS)
                .setBmpPort(11019);
        for (int router : routers) {
            collector.addRouters(Ownership.newBuilder()
                    .setRouterHash(session(1, router, 1).getRouterHash())
                    .setRouterIp("10.0.0." + router)
                    .setRouterName(names.get(router - 1)));
        }
        Collector record = collector.build();
        CollectorMonitor watch = api.bean(CollectorMonitor.class);
        await().pollInterval(Duration.ofMillis(300))
                .atMost(Duration.ofSeconds(30))
                .until(() -> {
                    api.putCollector(record);
                    return watch.collectors().contains(record);
                });
    }
}
