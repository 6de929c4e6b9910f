// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pathproof.harness.Conditions;

/**
 * A subscriber of the policy API's event stream (server-sent events). The reader records the time of the first event of
 * each prefix. To save CPU time, it searches the text for one field and parses no JSON.
 */
public final class FeedReader implements AutoCloseable {
    private static final String PREFIXES = "\"prefixes\":[\"";
    private static final String DATA = "data:";

    private final HttpURLConnection connection;
    private final Map<String, Long> micros = new ConcurrentHashMap<>();
    private volatile boolean subscribed;
    private volatile boolean closed;
    private volatile @Nullable String problem;

    private FeedReader(HttpURLConnection connection) {
        this.connection = connection;
    }

    /** Subscribes to all events from now on. */
    public static FeedReader start(int port) throws IOException, InterruptedException {
        URI events = URI.create("http://127.0.0.1:" + port + "/api/v1/events");
        HttpURLConnection connection = (HttpURLConnection) events.toURL().openConnection();
        connection.setRequestProperty("Accept", "text/event-stream");
        FeedReader reader = new FeedReader(connection);
        Thread.ofPlatform().name("feed-reader").daemon().start(reader::run);
        Conditions.await("the event stream", Duration.ofSeconds(30), () -> reader.subscribed);
        return reader;
    }

    private void run() {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8), 1 << 16)) {
            int heartbeats = 0;
            for (String line = lines.readLine(); line != null && !closed; line = lines.readLine()) {
                if (line.startsWith(DATA)) {
                    onData(line);
                } else if (line.startsWith(":") && ++heartbeats == 2) {
                    subscribed = true; // the first comment precedes the subscription, the second one follows it
                }
            }
            problem = "the event stream ended";
        } catch (IOException e) {
            problem = e.toString();
        }
    }

    private void onData(String line) {
        int at = line.indexOf(PREFIXES);
        if (at >= 0) {
            int from = at + PREFIXES.length();
            micros.putIfAbsent(line.substring(from, line.indexOf('"', from)), Arrivals.now());
        } else if (line.contains("ris_error")) {
            problem = line;
        }
    }

    /** Returns the number of prefixes in events. */
    public int prefixes() {
        return micros.size();
    }

    /** Returns the time of the first event of a prefix, in microseconds since 1970; null without an event. */
    public @Nullable Long micros(String prefix) {
        return micros.get(prefix);
    }

    /** Returns the error of the reader; null without one. */
    public @Nullable String problem() {
        return problem;
    }

    /**
     * Ends the reading thread at its next line, which is a heartbeat if no event arrives. Only this thread can close
     * the stream.
     */
    @Override
    public void close() {
        closed = true;
    }
}
