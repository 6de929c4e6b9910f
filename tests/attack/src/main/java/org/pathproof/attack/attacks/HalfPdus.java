// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.attacks;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Connects RTR clients that send half a PDU and then stay silent. Each must be disconnected, and a correct client must
 * be served.
 */
final class HalfPdus implements Attack {
    private static final int CLIENTS = 600;
    private static final byte[] HALF = {1, 2, 0, 0, 0};
    /** Reset Query of version 1 (RFC 8210 section 5.4). */
    private static final byte[] RESET_QUERY = {1, 2, 0, 0, 0, 0, 0, 8};

    private static final int END_OF_DATA = 7;
    private static final int HEADER = 8;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(60);

    @Override
    public String name() {
        return "half-pdus";
    }

    @Override
    public boolean requiresHealthOk() {
        return true;
    }

    @Override
    public void run(Target target, Consumer<String> faults) throws IOException, InterruptedException {
        InetSocketAddress rtr = target.site().rtr();
        List<Socket> clients = new ArrayList<>();
        try {
            for (int i = 0; i < CLIENTS; i++) {
                Socket socket = new Socket();
                clients.add(socket);
                socket.connect(rtr, 5_000);
                socket.getOutputStream().write(HALF);
            }
            long end = System.nanoTime() + CLOSE_TIMEOUT.toNanos();
            int open = 0;
            for (Socket client : clients) {
                if (!isClosedBefore(client, end)) {
                    open++;
                }
            }
            if (open > 0) {
                faults.accept(open + " of " + CLIENTS + " RTR connections with half a PDU are still open after "
                        + CLOSE_TIMEOUT.toSeconds() + " s");
            }
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
        if (!isServed(rtr)) {
            faults.accept("a correct RTR client got no End of Data after the attack");
        }
    }

    private static boolean isClosedBefore(Socket client, long end) throws IOException {
        long left = Math.max(1, (end - System.nanoTime()) / 1_000_000);
        client.setSoTimeout(Math.toIntExact(left));
        try {
            InputStream in = client.getInputStream();
            while (in.read() >= 0) {
                // An Error Report may come first.
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private static boolean isServed(InetSocketAddress rtr) {
        try (Socket socket = new Socket()) {
            socket.connect(rtr, 5_000);
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(RESET_QUERY);
            InputStream in = socket.getInputStream();
            while (true) {
                byte[] header = in.readNBytes(HEADER);
                if (header.length < HEADER) {
                    return false;
                }
                int length = (header[4] & 0xff) << 24
                        | (header[5] & 0xff) << 16
                        | (header[6] & 0xff) << 8
                        | header[7] & 0xff;
                in.skipNBytes(length - HEADER);
                if (header[1] == END_OF_DATA) {
                    return true;
                }
            }
        } catch (IOException e) {
            return false;
        }
    }
}
