// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.site;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.standalone.console.Console;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.wire.Bytes;

/** Names routers on the console when they lose their BMP connection, and when they return or are given up. */
final class RouterReport {
    /** Maximum number of lines of an update. More routers are counted. */
    private static final int MAX_LINES = 10;

    private final RouteTable table;
    private final Console console;
    /** Names of the lost routers, by hash. */
    private Map<Bytes, String> lost = Map.of();

    RouterReport(RouteTable table, Console console) {
        this.table = table;
        this.console = console;
    }

    /** Prints the changes since the last call. */
    void update() {
        Map<Bytes, String> nowLost = new HashMap<>();
        Set<Bytes> connected = new HashSet<>();
        table.sessionViews()
                .forEach(view -> view.session().ifPresent(session -> {
                    Bytes router = Bytes.wrap(session.getRouterHash().toByteArray());
                    if (session.getState() == State.LOST) {
                        nowLost.put(router, name(session));
                    } else if (session.getState() != State.DOWN) {
                        connected.add(router);
                    }
                }));
        Map<String, String> lines = new TreeMap<>();
        nowLost.forEach((router, name) -> {
            if (!lost.containsKey(router)) {
                lines.put(
                        name,
                        "Router " + name + " is disconnected; its routes stay for pathproof.collector.hold-time.");
            }
        });
        lost.forEach((router, name) -> {
            if (!nowLost.containsKey(router)) {
                lines.put(
                        name,
                        connected.contains(router)
                                ? "Router " + name + " is connected again."
                                : "Router " + name + " did not return; its routes are removed.");
            }
        });
        lines.values().stream().limit(MAX_LINES).forEach(console::say);
        if (lines.size() > MAX_LINES) {
            console.say("… and " + (lines.size() - MAX_LINES) + " more routers.");
        }
        lost = nowLost;
    }

    private static String name(Session session) {
        return session.getRouterName().isEmpty()
                ? session.getRouterIp()
                : session.getRouterName() + " (" + session.getRouterIp() + ")";
    }
}
