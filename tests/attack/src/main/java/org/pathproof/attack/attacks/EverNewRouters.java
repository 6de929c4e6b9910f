// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.attacks;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.function.Consumer;
import org.pathproof.attack.site.StandaloneSite;
import tools.jackson.databind.JsonNode;

/**
 * Connects one router after the other, each with a new sysName at a new address and with 4,096 peers, and disconnects
 * it. The sessions that the routers leave behind, the memory and the file descriptors must stay bounded, and a router
 * that comes later must be served.
 */
final class EverNewRouters implements Attack {
    private static final Duration DURATION = Duration.ofSeconds(20);
    private static final int PEERS = 4_096;
    /**
     * Sessions by pathproof.collector.max-unknown-sessions, those of one router that are being deleted, and those of
     * the load.
     */
    private static final int MAX_SESSIONS = 20_000 + PEERS + 2_000;

    /** Memory outside the heap: classes, threads, buffers and mapped files. */
    private static final long MAX_MIB_BESIDE_HEAP = 900;

    private static final int MAX_MORE_DESCRIPTORS = 200;
    private static final int ADDRESSES = 200;
    private static final int TIMEOUT_MS = 60_000;

    @Override
    public String name() {
        return "ever-new-routers";
    }

    @Override
    public boolean requiresHealthOk() {
        return false; // Health reports lost sessions, and those that exceed the bound.
    }

    @Override
    public void run(Target target, Consumer<String> faults) throws IOException, InterruptedException {
        StandaloneSite site = target.site();
        byte[] peers = peersUp();
        long descriptors = site.openDescriptors();
        long mostDescriptors = 0;
        long mostMemory = 0;
        long end = System.nanoTime() + DURATION.toNanos();
        int routers = 0;
        while (System.nanoTime() < end) {
            flood(site, routers++, peers);
            site.requireAlive();
            mostDescriptors = Math.max(mostDescriptors, site.openDescriptors());
            mostMemory = Math.max(mostMemory, site.residentMebibytes());
        }
        if (routers < 3) {
            faults.accept("only " + routers + " routers were read within " + DURATION.toSeconds() + " s");
        }
        JsonNode sessions = site.get("/api/v1/summary").json().path("sessions");
        if (!sessions.isObject() || sessions.path("total").asInt() > MAX_SESSIONS) {
            faults.accept(routers + " routers with ever new sysNames left " + sessions);
        }
        if (mostDescriptors > descriptors + MAX_MORE_DESCRIPTORS) {
            faults.accept(mostDescriptors + " file descriptors were open, " + descriptors + " before");
        }
        if (mostMemory > site.heapMebibytes() + MAX_MIB_BESIDE_HEAP) {
            faults.accept("the process had " + mostMemory + " MiB in memory with a heap of " + site.heapMebibytes());
        }
    }

    private static void flood(StandaloneSite site, int number, byte[] peers) throws IOException {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(address(number), 0));
            socket.connect(site.bmp(), TIMEOUT_MS);
            socket.setSoTimeout(TIMEOUT_MS);
            socket.getOutputStream()
                    .write(BmpMessages.initiation("flood" + number).toArray());
            socket.getOutputStream().write(peers);
            socket.shutdownOutput();
            InputStream in = socket.getInputStream();
            while (in.read() >= 0) {
                // A BMP station sends nothing; the end of the stream is the close.
            }
        } catch (SocketException e) {
            // The collector may close the connection of a router that exceeds a bound.
            if (!String.valueOf(e.getMessage()).contains("reset")
                    && !String.valueOf(e.getMessage()).contains("Broken pipe")) {
                throw e;
            }
        }
    }

    private static InetAddress address(int number) {
        return InetAddress.ofLiteral("127.0." + (80 + number / ADDRESSES) + "." + (1 + number % ADDRESSES));
    }

    private static byte[] peersUp() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < PEERS; i++) {
            all.writeBytes(BmpMessages.peerUp(BmpMessages.header(0xac100000 + i, 64_512 + i % 1_000))
                    .toArray());
        }
        return all.toByteArray();
    }
}
