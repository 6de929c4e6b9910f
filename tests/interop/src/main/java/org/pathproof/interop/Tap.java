// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.pathproof.harness.Ports;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.rtr.CacheReset;
import org.pathproof.wire.rtr.CacheResponse;
import org.pathproof.wire.rtr.EndOfData;
import org.pathproof.wire.rtr.ErrorReport;
import org.pathproof.wire.rtr.ResetQuery;
import org.pathproof.wire.rtr.RtrCodec;
import org.pathproof.wire.rtr.RtrFramer;
import org.pathproof.wire.rtr.RtrPdu;
import org.pathproof.wire.rtr.SerialQuery;

/**
 * A TCP port between a router and a cache. The tap passes all bytes on, and keeps the PDUs that control a session:
 * queries, Cache Response, Cache Reset, End of Data and Error Report.
 */
final class Tap implements AutoCloseable {
    private final int cache;
    private final ServerSocket server;
    private final List<RtrPdu> seen = new CopyOnWriteArrayList<>();

    /** Listens on a free port of 127.0.0.1, for connections to another port. */
    Tap(int cache) throws IOException {
        this.cache = cache;
        this.server = new ServerSocket(Ports.free(), 50, InetAddress.ofLiteral("127.0.0.1"));
        Thread.ofVirtual().name("rtr-tap").start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Returns the number of PDUs until now. */
    int mark() {
        return seen.size();
    }

    /** Returns the PDUs after a mark, in their order. */
    List<RtrPdu> since(int mark) {
        return List.copyOf(seen).stream().skip(mark).toList();
    }

    /** Returns the newest PDU of a type. */
    <T extends RtrPdu> Optional<T> last(Class<T> type) {
        return List.copyOf(seen).reversed().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst();
    }

    private void accept() {
        try {
            while (true) {
                Socket router = server.accept();
                Thread.ofVirtual().name("rtr-tap-router").start(() -> serve(router));
            }
        } catch (SocketException e) {
            // closed
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void serve(Socket router) {
        try (router;
                Socket upstream = new Socket(InetAddress.ofLiteral("127.0.0.1"), cache)) {
            Thread queries = Thread.ofVirtual().name("rtr-tap-queries").start(() -> {
                pass(router, upstream);
                close(upstream);
            });
            pass(upstream, router);
            close(router);
            queries.join();
        } catch (IOException e) {
            // The cache is down: closing the connection shows that to the router.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void pass(Socket from, Socket to) {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        byte[] buffer = new byte[1 << 16];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                rest.write(buffer, 0, count);
                decode(rest);
                out.write(buffer, 0, count);
            }
        } catch (IOException e) {
            // One of the two sides ended the connection.
        }
    }

    /** Keeps complete PDUs of the bytes, and leaves the rest. */
    private void decode(ByteArrayOutputStream received) {
        Bytes bytes = Bytes.wrap(received.toByteArray());
        int start = 0;
        while (RtrFramer.messageLength(bytes.from(start), RtrFramer.DEFAULT_MAX_LENGTH)
                        instanceof Decoded.Ok<Integer>(Integer length)
                && length > 0
                && start + length <= bytes.length()) {
            if (RtrCodec.decode(bytes.slice(start, start + length)) instanceof Decoded.Ok<RtrPdu>(RtrPdu pdu)
                    && controls(pdu)) {
                seen.add(pdu);
            }
            start += length;
        }
        received.reset();
        received.writeBytes(bytes.from(start).toArray());
    }

    private static boolean controls(RtrPdu pdu) {
        return switch (pdu) {
            case ResetQuery _, SerialQuery _, CacheResponse _, CacheReset _, EndOfData _, ErrorReport _ -> true;
            default -> false;
        };
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
