// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import io.lettuce.core.RedisException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.provenance.ReportJson;
import org.pathproof.rpki.provenance.SourcesReport;

/**
 * Reads the report about RPKI sources that key-sync wrote. Connects at the first call. A result or failure is kept for
 * a second, so that many clients cause one command a second. Thread-safe.
 */
public final class SourcesReportReader implements AutoCloseable {
    private static final long KEEP_NANOS = Duration.ofSeconds(1).toNanos();

    private final RpkiConnection connection;
    private Result result = new Result(null, null);
    private long validUntilNanos = System.nanoTime();

    private record Result(
            @Nullable SourcesReport report, @Nullable String problem) {}

    /** Creates a reader, without connecting. */
    public SourcesReportReader(RedisAddress address) {
        connection = new RpkiConnection(address, RpkiKeys.DEFAULT);
    }

    /**
     * Returns the newest report; empty if key-sync has written none.
     *
     * @throws IOException if Redis is unreachable, or the report cannot be read
     */
    public synchronized Optional<SourcesReport> read() throws IOException {
        if (System.nanoTime() - validUntilNanos >= 0) {
            result = readAgain();
            validUntilNanos = System.nanoTime() + KEEP_NANOS;
        }
        if (result.problem() != null) {
            throw new IOException(result.problem());
        }
        return Optional.ofNullable(result.report());
    }

    private Result readAgain() {
        try {
            byte[] json = connection.call(store -> store.redis().get(RpkiKeys.DEFAULT.sources()));
            return new Result(json == null ? null : ReportJson.decode(json), null);
        } catch (RedisException e) {
            return new Result(null, "Redis is unreachable: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            return new Result(null, e.getMessage());
        }
    }

    @Override
    public synchronized void close() {
        connection.close();
    }
}
