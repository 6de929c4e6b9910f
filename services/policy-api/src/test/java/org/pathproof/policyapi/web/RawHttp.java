// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.pathproof.policyapi.RunningApi;

/** An HTTP connection with control over every byte. */
final class RawHttp implements AutoCloseable {
    private static final int TIMEOUT_MS = 60_000;
    private static final int NOTHING = -2;

    private final Socket socket;
    private final OutputStream out;
    private final InputStream in;
    /** A byte that was read in advance; NOTHING if there is none. */
    private int ahead = NOTHING;

    RawHttp(RunningApi api) throws IOException {
        this("127.0.0.1", api.port());
    }

    /** @param from local address of the connection */
    RawHttp(String from, int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.ofLiteral(from), 0);
        socket.setSoTimeout(TIMEOUT_MS);
        out = socket.getOutputStream();
        in = socket.getInputStream();
    }

    /** A response: its head in lower case, and its body. */
    record Answer(int status, String head, String body) {
        boolean isProblem() {
            return head.contains("\r\ncontent-type: application/problem+json");
        }
    }

    RawHttp send(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
        return this;
    }

    RawHttp chunk(byte[] bytes) throws IOException {
        send(Integer.toHexString(bytes.length) + "\r\n");
        out.write(bytes);
        return send("\r\n");
    }

    /** Returns true if a byte of a response, or the end of the connection, arrives within {@code waitMs}. */
    boolean isAnswered(int waitMs) throws IOException {
        try {
            socket.setSoTimeout(waitMs);
            int octet = in.read();
            ahead = octet;
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } finally {
            socket.setSoTimeout(TIMEOUT_MS);
        }
    }

    private int read() throws IOException {
        int octet = ahead == NOTHING ? in.read() : ahead;
        ahead = NOTHING;
        return octet;
    }

    /**
     * Reads a response. Reads only the head if {@code alone} is true, because the response has no body or an endless
     * body.
     */
    Answer head(boolean alone) throws IOException {
        if (!alone) {
            return answer();
        }
        String head = until("\r\n\r\n");
        return new Answer(Integer.parseInt(head.split(" ", 3)[1].strip()), head.toLowerCase(Locale.ROOT), "");
    }

    /** Reads a response with Content-Length, with chunks, or until the connection ends. */
    Answer answer() throws IOException {
        String head = until("\r\n\r\n");
        String lower = head.toLowerCase(Locale.ROOT);
        int status = Integer.parseInt(head.split(" ", 3)[1].strip());
        int at = lower.indexOf("\r\ncontent-length: ");
        StringBuilder body = new StringBuilder();
        if (at >= 0) {
            int length = Integer.parseInt(
                    lower.substring(at + 18, lower.indexOf("\r\n", at + 2)).strip());
            body.append(new String(in.readNBytes(length), StandardCharsets.UTF_8));
        } else if (lower.contains("transfer-encoding: chunked")) {
            for (int length = chunkLength(); length > 0; length = chunkLength()) {
                body.append(new String(in.readNBytes(length), StandardCharsets.UTF_8));
                until("\r\n");
            }
        } else {
            body.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        return new Answer(status, lower, body.toString());
    }

    private int chunkLength() throws IOException {
        return Integer.parseInt(until("\r\n").strip(), 16);
    }

    private String until(String end) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        while (!text.toString(StandardCharsets.ISO_8859_1).endsWith(end)) {
            int octet = read();
            if (octet < 0) {
                throw new IOException("the connection ended after: " + text.toString(StandardCharsets.ISO_8859_1));
            }
            text.write(octet);
        }
        return text.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
