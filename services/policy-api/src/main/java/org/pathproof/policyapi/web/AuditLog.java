// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.pathproof.wire.NetworkText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records refused requests with the logger {@value #LOGGER}, each as one line of key=value pairs. Refusals beyond
 * {@value #MAX_PER_MINUTE} a minute are counted; the next line has their number. Thread-safe.
 */
public final class AuditLog {
    static final String LOGGER = "org.pathproof.audit";
    static final int MAX_PER_MINUTE = 120;

    private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
    private static final int MAX_TEXT = 200;
    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanoTime;
    private long since;
    private int written;
    private long suppressed;

    /** @param nanoTime clock, as {@link System#nanoTime} */
    public AuditLog(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
    }

    /**
     * Records a refusal.
     *
     * @param status HTTP status of the response
     * @param reason reason in one word
     */
    public void refused(HttpServletRequest request, int status, String reason) {
        long left = admit();
        if (left < 0) {
            return;
        }
        String client = request.getRemoteUser();
        LOG.warn(
                "event=refused status={} reason={} address={} client={} method={} path={} suppressed={}",
                status,
                reason,
                request.getRemoteAddr(),
                client == null ? "-" : word(client),
                word(request.getMethod()),
                word(request.getRequestURI()),
                left);
    }

    /** Returns the number of suppressed refusals since the last line; -1 if this refusal is suppressed too. */
    private synchronized long admit() {
        long now = nanoTime.getAsLong();
        if (now - since > MINUTE_NANOS) {
            since = now;
            written = 0;
        }
        if (written >= MAX_PER_MINUTE) {
            suppressed++;
            return -1;
        }
        written++;
        long left = suppressed;
        suppressed = 0;
        return left;
    }

    /** Returns a value without spaces, so that no value can be read as another key. */
    private static String word(String text) {
        return NetworkText.clean(text, MAX_TEXT).replace(' ', '_').replace('=', '_');
    }
}
