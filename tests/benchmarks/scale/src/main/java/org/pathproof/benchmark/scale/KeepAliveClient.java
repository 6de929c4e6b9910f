// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * GET requests to a port of 127.0.0.1 over one connection. The client itself costs little, so that short responses can
 * be measured. When the server has closed the connection after a response, the client opens another one before it
 * returns. Not thread-safe.
 */
final class KeepAliveClient implements AutoCloseable {
    private static final int TIMEOUT_MS = 120_000;

    private final int port;
    private @Nullable Socket socket;
    private @Nullable InputStream in;

    KeepAliveClient(int port) {
        this.port = port;
    }

    /**
     * A response.
     *
     * @param nanos time from the request to the last byte of the body
     */
    record Response(int status, String text, long nanos) {}

    /**
     * Sends a request and reads its response.
     *
     * @throws IOException without a complete response
     */
    Response get(String path) throws IOException {
        try {
            return send(path);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private Response send(String path) throws IOException {
        byte[] request = ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        Socket open = socket;
        if (open == null) {
            open = open();
        }
        InputStream from = in;
        if (from == null) {
            throw new IOException("not connected");
        }
        long begin = System.nanoTime();
        open.getOutputStream().write(request);
        String[] status = line(from).split(" ", 3);
        int length = 0;
        boolean chunked = false;
        boolean last = false;
        for (String header = line(from); !header.isEmpty(); header = line(from)) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(
                        lower.substring("content-length:".length()).strip());
            } else if (lower.startsWith("transfer-encoding:")) {
                chunked = lower.contains("chunked");
            } else if (lower.startsWith("connection:")) {
                last = lower.contains("close");
            }
        }
        byte[] body = chunked ? chunks(from) : read(from, length);
        long nanos = System.nanoTime() - begin;
        if (last) {
            close();
            open();
        }
        return new Response(Integer.parseInt(status[1]), new String(body, StandardCharsets.UTF_8), nanos);
    }

    private Socket open() throws IOException {
        Socket opened = new Socket();
        opened.setTcpNoDelay(true);
        opened.setSoTimeout(TIMEOUT_MS);
        opened.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MS);
        socket = opened;
        in = new BufferedInputStream(opened.getInputStream(), 1 << 16);
        return opened;
    }

    private static byte[] chunks(InputStream from) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        while (true) {
            int size = Integer.parseInt(line(from).strip(), 16);
            all.writeBytes(read(from, size));
            line(from);
            if (size == 0) {
                return all.toByteArray();
            }
        }
    }

    private static byte[] read(InputStream from, int length) throws IOException {
        byte[] bytes = from.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the response has " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }

    private static String line(InputStream from) throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            int next = from.read();
            if (next < 0) {
                throw new EOFException("the connection ended in the head of a response");
            }
            if (next == '\n') {
                return line.toString();
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
    }

    /** Closes the connection. A later request opens another one. */
    @Override
    public void close() {
        Socket open = socket;
        socket = null;
        in = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // The connection is gone.
            }
        }
    }
}
