// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.pathproof.wire.LogThrottle;
import org.pathproof.wire.NetworkText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records refused requests and accepted changes with the logger {@value #LOGGER}, each as one line of key=value pairs.
 * Refusals beyond {@value #MAX_PER_MINUTE} a minute are counted; the next recorded refusal has their number.
 * Thread-safe.
 */
public final class AuditLog {
    public static final String LOGGER = "org.pathproof.audit";
    public static final int MAX_PER_MINUTE = 120;

    private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
    private static final int MAX_TEXT = 200;

    private final LogThrottle throttle;

    /** @param nanoTime clock, as {@link System#nanoTime} */
    public AuditLog(LongSupplier nanoTime) {
        this.throttle = new LogThrottle(MAX_PER_MINUTE, Duration.ofMinutes(1), nanoTime);
    }

    /**
     * Records a refusal.
     *
     * @param status HTTP status of the response
     * @param reason reason in one word
     */
    public void refused(HttpServletRequest request, int status, String reason) {
        String client = request.getRemoteUser();
        throttle.permit()
                .ifPresent(suppressed -> LOG.warn(
                        "event=refused status={} reason={} address={} client={} method={} path={} suppressed={}",
                        status,
                        reason,
                        request.getRemoteAddr(),
                        client == null ? "-" : word(client),
                        word(request.getMethod()),
                        word(request.getRequestURI()),
                        suppressed));
    }

    /**
     * Records an accepted change of the data that routers receive. No change is suppressed.
     *
     * @param change the change in one word
     * @param version version of the policy in force
     */
    public void changed(HttpServletRequest request, String change, long version) {
        String client = request.getRemoteUser();
        LOG.info(
                "event=changed change={} version={} address={} client={} method={} path={}",
                change,
                version,
                request.getRemoteAddr(),
                client == null ? "-" : word(client),
                word(request.getMethod()),
                word(request.getRequestURI()));
    }

    /** Returns a value without spaces and equals signs, so that no value can be read as another key. */
    private static String word(String text) {
        return NetworkText.clean(text, MAX_TEXT).replace(' ', '_').replace('=', '_');
    }
}
