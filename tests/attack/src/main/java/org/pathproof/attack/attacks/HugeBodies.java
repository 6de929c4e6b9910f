// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.attacks;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Sends chunked request bodies of 68 MiB and 400 MiB, in sequence and at once. The program must refuse each of them.
 */
final class HugeBodies implements Attack {
    private static final String ROUTE = "{\"asn\":64496,\"prefix\":\"192.0.2.0/24\"},";
    private static final int MEGABYTE = 1 << 20;
    private static final int CONCURRENT_BODIES = 16;
    private static final int ANSWER_TIMEOUT_MS = 30_000;

    @Override
    public String name() {
        return "huge-bodies";
    }

    @Override
    public boolean requiresHealthOk() {
        return true;
    }

    @Override
    public void run(Target target, Consumer<String> faults) {
        // The first element is invalid, so the server need not read further.
        expect("400|413", target, "{\"a\":{}},", 68, faults);
        expect("400|413", target, "[],", 400, faults);
        expect("413", target, ROUTE, 400, faults);
        List<CompletableFuture<String>> answers = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < CONCURRENT_BODIES; i++) {
                answers.add(CompletableFuture.supplyAsync(() -> attempt(target, ROUTE, 68), clients));
            }
        }
        for (CompletableFuture<String> answer : answers) {
            // A busy server may also refuse before it reads.
            if (!answer.join().matches("(413|429|503).*|connection closed.*")) {
                faults.accept(CONCURRENT_BODIES + " concurrent bodies of 68 MB: an answer was '" + answer.join() + "'");
            }
        }
    }

    private static void expect(String status, Target target, String element, int megabytes, Consumer<String> faults) {
        String answer = attempt(target, element, megabytes);
        if (!answer.matches("(" + status + ") .*")) {
            faults.accept("POST /validity with " + megabytes + " MB of '" + element + "' was answered '" + answer
                    + "', not " + status);
        }
    }

    private static String attempt(Target target, String element, int megabytes) {
        try {
            return post(target, element, megabytes);
        } catch (IOException e) {
            return "connection closed: " + e.getMessage();
        }
    }

    /** Sends a chunked body and returns the status line without the version. */
    private static String post(Target target, String element, int megabytes) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(target.site().httpAddress());
            socket.setSoTimeout(ANSWER_TIMEOUT_MS);
            CompletableFuture<String> answer = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> answer.complete(statusLine(socket)));
            try {
                write(socket.getOutputStream(), element, megabytes, answer);
            } catch (IOException e) {
                // The server may close the connection after its response.
                if (!answer.isDone()) {
                    throw e;
                }
            }
            return answer.orTimeout(ANSWER_TIMEOUT_MS, TimeUnit.MILLISECONDS)
                    .exceptionally(e -> "no answer")
                    .join();
        }
    }

    private static void write(OutputStream to, String element, int megabytes, CompletableFuture<String> answer)
            throws IOException {
        OutputStream out = new BufferedOutputStream(to, MEGABYTE);
        String head = String.join(
                "\r\n",
                "POST /validity HTTP/1.1",
                "Host: 127.0.0.1",
                "Content-Type: application/json",
                "Transfer-Encoding: chunked",
                "\r\n");
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        writeChunk(out, "{\"routes\":[".getBytes(StandardCharsets.US_ASCII));
        byte[] elements = element.repeat(MEGABYTE / element.length()).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < megabytes && !answer.isDone(); i++) {
            writeChunk(out, elements);
        }
        out.flush();
    }

    private static void writeChunk(OutputStream out, byte[] content) throws IOException {
        out.write((Integer.toHexString(content.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.write(content);
        out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    private static String statusLine(Socket socket) {
        try {
            InputStream in = socket.getInputStream();
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c >= 0 && c != '\r'; c = in.read()) {
                line.append((char) c);
            }
            return line.toString().replaceFirst("^HTTP/1\\.[01] ", "");
        } catch (IOException e) {
            return "connection closed: " + e.getMessage();
        }
    }
}
