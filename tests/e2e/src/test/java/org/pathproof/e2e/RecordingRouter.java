// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A router that queries an RTR server for changes five times a second, and records session and serial of the responses.
 * A response that repeats the last entry is not recorded. Recording begins with the first data. After a disconnection,
 * the router connects again and queries the changes since its last data (RFC 8210 section 8.1).
 */
final class RecordingRouter implements AutoCloseable {
    private static final int VERSION = 1;
    private static final int SERIAL_QUERY = 1;
    private static final int RESET_QUERY = 2;
    private static final int END_OF_DATA = 7;
    private static final int CACHE_RESET = 8;
    private static final int ERROR_REPORT = 10;
    private static final int HEADER = 8;
    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final int SILENCE_MS = 30_000;

    private final List<String> history = new ArrayList<>();
    private final int port;
    private final CountDownLatch closed = new CountDownLatch(1);
    private boolean connected;
    private int disconnections;
    private int resets;
    private int session;
    private int serial;

    /** Connects, and repeats this until the server has data. */
    RecordingRouter(int port) {
        this.port = port;
        Thread.ofPlatform().daemon().name("recording-router-" + port).start(this::run);
    }

    private void run() {
        do {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setSoTimeout(SILENCE_MS);
                follow(new DataInputStream(socket.getInputStream()), new DataOutputStream(socket.getOutputStream()));
            } catch (IOException e) {
                onDisconnect();
            }
        } while (isOpenAfterPause());
    }

    private void follow(DataInputStream in, DataOutputStream out) throws IOException {
        connected = true;
        if (history().isEmpty()) {
            query(out, RESET_QUERY);
        } else {
            query(out, SERIAL_QUERY);
        }
        while (true) {
            in.readUnsignedByte();
            int type = in.readUnsignedByte();
            int field = in.readUnsignedShort();
            int rest = in.readInt() - HEADER;
            if (type == END_OF_DATA) {
                session = field;
                serial = in.readInt();
                in.skipNBytes(rest - Integer.BYTES);
                add(session + "/" + Integer.toUnsignedString(serial));
                if (!isOpenAfterPause()) {
                    return;
                }
                query(out, SERIAL_QUERY);
            } else if (type == ERROR_REPORT) {
                record("error " + field);
                return;
            } else {
                in.skipNBytes(rest);
                if (type == CACHE_RESET) {
                    reset();
                    query(out, RESET_QUERY);
                }
            }
        }
    }

    private void query(DataOutputStream out, int type) throws IOException {
        out.writeByte(VERSION);
        out.writeByte(type);
        out.writeShort(type == SERIAL_QUERY ? session : 0);
        out.writeInt(type == SERIAL_QUERY ? HEADER + Integer.BYTES : HEADER);
        if (type == SERIAL_QUERY) {
            out.writeInt(serial);
        }
        out.flush();
    }

    private boolean isOpenAfterPause() {
        try {
            return !closed.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Counts the end of a connection; attempts to connect do not count. */
    private synchronized void onDisconnect() {
        if (connected && !history.isEmpty()) {
            disconnections++;
        }
        connected = false;
    }

    private synchronized void reset() {
        resets++;
    }

    /** Returns the number of Cache Resets: the server did not know the changes since the last data. */
    synchronized int resets() {
        return resets;
    }

    /** Returns the number of connections that ended after the first data. */
    synchronized int disconnections() {
        return disconnections;
    }

    /** Records an event, unless the server has had no data yet. */
    private synchronized void record(String event) {
        if (!history.isEmpty()) {
            add(event);
        }
    }

    private synchronized void add(String event) {
        if (history.isEmpty() || !history.getLast().equals(event)) {
            history.add(event);
        }
    }

    /** Returns the entries so far: {@code session/serial}, and events that no router should see. */
    synchronized List<String> history() {
        return List.copyOf(history);
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
