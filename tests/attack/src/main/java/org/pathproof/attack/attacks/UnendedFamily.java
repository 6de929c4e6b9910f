// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.attacks;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.function.Consumer;
import org.pathproof.attack.site.StandaloneSite;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bmp.PerPeerHeader;

/**
 * Connects a router whose peer negotiates two families and ends one of them (RFC 4724 section 2), with an update each
 * second. After the router has connected again with half of its routes, the other half must disappear, and the table
 * must be complete.
 */
final class UnendedFamily implements Attack {
    private static final String ROUTER = "busy";
    private static final int ROUTES = 100;
    private static final int FIRST = 0xc6120000; // within 198.18.0.0/15 (RFC 2544)
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final PerPeerHeader PEER = BmpMessages.header(0xc00002e7, 64_600);

    @Override
    public String name() {
        return "unended-family";
    }

    @Override
    public boolean requiresHealthOk() {
        return false; // Health reports the table that is not complete.
    }

    @Override
    public void run(Target target, Consumer<String> faults) throws IOException, InterruptedException {
        StandaloneSite site = target.site();
        try (Socket socket = connect(site)) {
            table(socket, ROUTES);
            site.await("routes of the busy router", LIMIT, () -> routes(site) == ROUTES);
        }
        site.await("the end of the connection", LIMIT, () -> state(site).equals("LOST"));
        try (Socket socket = connect(site)) {
            table(socket, ROUTES / 2);
            long[] update = {0};
            long start = System.nanoTime();
            try {
                site.await("a complete table of the busy router", LIMIT, () -> {
                    long second = (System.nanoTime() - start) / 1_000_000_000;
                    if (second > update[0]) {
                        update[0] = second;
                        send(socket, BmpMessages.announce(PEER, prefix(0), 65_000 + second));
                    }
                    return state(site).equals("UP") && routes(site) == ROUTES / 2;
                });
            } catch (IllegalStateException e) {
                site.requireAlive();
                faults.accept("with an update each second, the table had " + routes(site) + " routes instead of "
                        + ROUTES / 2 + " and the state " + state(site) + " after " + LIMIT.toSeconds() + " s");
            }
            send(socket, BmpMessages.peerDown(PEER));
            site.await("the end of the busy session", LIMIT, () -> state(site).equals("DOWN"));
        }
    }

    private static Socket connect(StandaloneSite site) throws IOException {
        Socket socket = new Socket();
        socket.connect(site.bmp());
        send(socket, BmpMessages.initiation(ROUTER));
        send(socket, BmpMessages.peerUp(PEER));
        return socket;
    }

    private static void table(Socket socket, int routes) {
        for (int i = 0; i < routes; i++) {
            send(socket, BmpMessages.announce(PEER, prefix(i), 65_000));
        }
        send(socket, BmpMessages.endOfRib(PEER));
    }

    private static Prefix prefix(int number) {
        return Prefix.ipv4(FIRST | number << 8, 24);
    }

    private static void send(Socket socket, Bytes message) {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(message.toArray());
            out.flush();
        } catch (IOException e) {
            throw new IllegalStateException("the collector closed the connection of the busy router", e);
        }
    }

    private static int routes(StandaloneSite site) {
        try {
            return site.get("/api/v1/routes?limit=500&router=" + ROUTER)
                    .json()
                    .path("routes")
                    .size();
        } catch (IOException e) {
            return -1;
        }
    }

    private static String state(StandaloneSite site) {
        try {
            return site.get("/api/v1/sessions?router=" + ROUTER)
                    .json()
                    .path("sessions")
                    .path(0)
                    .path("state")
                    .asString("");
        } catch (IOException e) {
            return "";
        }
    }
}
