// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.standalone.console.Console;
import org.pathproof.verdictstore.store.RouteTable;

/** Tests the lines about routers that disconnect, return, or stay away. */
final class RouterReportTest {
    private final RouteTable table = new RouteTable();
    private final StringWriter out = new StringWriter();
    private final RouterReport report = new RouterReport(table, new Console(new PrintWriter(out)));

    private void put(int router, State state) {
        byte[] id = new byte[16];
        id[0] = (byte) router;
        byte[] hash = new byte[16];
        hash[1] = (byte) router;
        table.applySession(
                id,
                Session.newBuilder()
                        .setSessionId(ByteString.copyFrom(id))
                        .setRouterHash(ByteString.copyFrom(hash))
                        .setRouterIp("192.0.2." + router)
                        .setRouterName("r" + router)
                        .setState(state)
                        .build()
                        .toByteArray());
    }

    private List<String> update() {
        out.getBuffer().setLength(0);
        report.update();
        return out.toString().lines().toList();
    }

    @Test
    void namesARouterThatIsLostAndReturns() {
        put(1, State.UP);
        put(2, State.UP);
        assertThat(update()).isEmpty();
        put(1, State.LOST);
        assertThat(update())
                .containsExactly(
                        "Router r1 (192.0.2.1) is disconnected; its routes stay for pathproof.collector.hold-time.");
        assertThat(update()).isEmpty();
        put(1, State.SYNCING);
        assertThat(update()).containsExactly("Router r1 (192.0.2.1) is connected again.");
    }

    @Test
    void namesARouterThatDoesNotReturn() {
        put(1, State.LOST);
        update();
        put(1, State.DOWN);
        assertThat(update()).containsExactly("Router r1 (192.0.2.1) did not return; its routes are removed.");
    }

    @Test
    void boundsTheLinesOfAnUpdate() {
        for (int router = 1; router <= 30; router++) {
            put(router, State.LOST);
        }
        assertThat(update()).hasSize(11).last().isEqualTo("… and 20 more routers.");
    }

    @Test
    void printsBeginAndEndOfTheShutdownOnce() {
        Shutdown shutdown = new Shutdown(new Console(new PrintWriter(out)));
        shutdown.end();
        shutdown.begin();
        shutdown.begin();
        shutdown.end();
        shutdown.end();
        assertThat(out.toString().lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("Stopping "),
                        line -> assertThat(line).matches("Stopped in \\d+\\.\\d s\\."));
    }
}
