// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.source;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiBounds;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.provenance.RefusedObject;
import org.pathproof.rpki.rtr.TlsTransport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * RPKI JSON of a validator over HTTPS. A virtual thread requests it at an interval, with the ETag and the modification
 * time of the last response, and accepts gzip. Responses are bounded in size and time. An incomplete document is not
 * used.
 */
final class UrlSource implements Source {
    private static final Logger log = LoggerFactory.getLogger(UrlSource.class);
    private static final Duration CONNECT_TIME = Duration.ofSeconds(10);
    private static final int NOT_MODIFIED = 304;
    private static final int OK = 200;

    private final URI uri;
    private final Limits limits;
    private final TlsTransport.@Nullable Contexts tls;
    private final Duration interval;
    private final JsonDocuments documents;
    private final Clock clock;
    private final Runnable onChange;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile State state = new State(null, null, "not requested yet", 0, List.of());
    private volatile boolean timedOut;
    private @Nullable String etag;
    private @Nullable String modified;

    /**
     * Bounds of a response.
     *
     * @param bytes maximum number of bytes after decompression
     * @param time maximum time of a request
     */
    record Limits(long bytes, Duration time) {}

    private record State(
            @Nullable RpkiSnapshot data,
            @Nullable Instant confirmed,
            @Nullable String problem,
            int refused,
            List<RefusedObject> refusals) {}

    /**
     * Starts to request the document.
     *
     * @param tls trust anchors and certificate for HTTPS; null for those of the JVM
     * @param onChange called on the thread of the source after each response
     */
    UrlSource(
            URI uri,
            Limits limits,
            Duration interval,
            TlsTransport.@Nullable Contexts tls,
            RpkiBounds bounds,
            Clock clock,
            Runnable onChange) {
        this.uri = uri;
        this.limits = limits;
        this.interval = interval;
        this.tls = tls;
        this.documents = new JsonDocuments(uri.toString(), bounds);
        this.clock = clock;
        this.onChange = onChange;
        Thread.ofVirtual().name("rpki-url-" + uri.getHost()).start(this::run);
    }

    @Override
    public String name() {
        return uri.toString();
    }

    @Override
    public String kind() {
        return "url";
    }

    @Override
    public Reading read() {
        State now = state;
        return new Reading(
                now.data(),
                now.confirmed(),
                now.confirmed() == null ? null : now.confirmed().plus(EXPIRY),
                now.problem());
    }

    @Override
    public int refused() {
        return state.refused();
    }

    @Override
    public List<RefusedObject> refusals() {
        return state.refusals();
    }

    private void run() {
        try {
            do {
                request();
                onChange.run();
            } while (!closed.await(interval.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void request() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        timedOut = false;
        try (HttpClient client = client()) {
            Thread.ofVirtual().name("rpki-url-timer").start(() -> endLate(client, done));
            HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                    .timeout(limits.time())
                    .header("Accept", "application/json")
                    .header("Accept-Encoding", "gzip");
            if (etag != null) {
                request.header("If-None-Match", etag);
            }
            if (modified != null) {
                request.header("If-Modified-Since", modified);
            }
            HttpResponse<InputStream> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = answer.body()) {
                accept(answer, body);
            }
            done.countDown(); // before the client is closed
        } catch (IOException | RuntimeException e) { // a defect of one source must not end its thread
            fail(timedOut ? "the answer was not complete within " + millis(limits.time()) : words(e));
        } finally {
            done.countDown();
        }
    }

    /** Aborts a request that takes too long. HttpRequest.timeout ends with the headers of the response. */
    private void endLate(HttpClient client, CountDownLatch done) {
        try {
            if (!done.await(limits.time().toMillis(), TimeUnit.MILLISECONDS)) {
                timedOut = true;
                client.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String millis(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }

    private static String words(Exception e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private HttpClient client() throws IOException {
        HttpClient.Builder builder =
                HttpClient.newBuilder().connectTimeout(CONNECT_TIME).followRedirects(HttpClient.Redirect.NORMAL);
        if (tls != null) {
            builder.sslContext(tls.get());
        }
        return builder.build();
    }

    private void accept(HttpResponse<InputStream> answer, InputStream body) throws IOException {
        State before = state;
        if (answer.statusCode() == NOT_MODIFIED && before.data() != null) {
            state = new State(before.data(), clock.instant(), null, before.refused(), before.refusals());
            return;
        }
        if (answer.statusCode() != OK) {
            throw new IOException("the server answers with status " + answer.statusCode());
        }
        Optional<String> encoding = answer.headers().firstValue("Content-Encoding");
        String coding = encoding.orElse("identity").toLowerCase(Locale.ROOT);
        if (!coding.equals("gzip") && !coding.equals("identity")) {
            throw new IOException("the answer has the unknown Content-Encoding " + coding);
        }
        InputStream decoded = coding.equals("gzip") ? new GZIPInputStream(body) : body;
        JsonDocuments.Content content = documents.read(new BoundedInput(decoded, limits.bytes()), clock.instant());
        etag = answer.headers().firstValue("ETag").orElse(null);
        modified = answer.headers().firstValue("Last-Modified").orElse(null);
        boolean same = before.data() != null && before.data().sameData(content.data());
        state = new State(
                same ? before.data() : content.data(), clock.instant(), null, content.refused(), content.refusals());
        log.info("RPKI document read: url={} data=\"{}\"", uri, content.data());
    }

    private void fail(String why) {
        State before = state;
        if (!why.equals(before.problem())) {
            log.warn(getMarker("rpki-url-problem"), "RPKI document not read: url={} problem=\"{}\"", uri, why);
        }
        state = new State(before.data(), before.confirmed(), why, before.refused(), before.refusals());
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
