// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import static org.slf4j.MarkerFactory.getMarker;

import jakarta.servlet.http.HttpServletRequest;
import org.pathproof.access.http.RequestedPath;
import org.pathproof.wire.NetworkText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records refused requests and accepted changes with the logger {@value #LOGGER}, each as one line of key=value pairs.
 * The limit of repeated lines applies to refusals, per address, and not to changes. Thread-safe.
 */
public final class AuditLog {
    public static final String LOGGER = "org.pathproof.audit";

    private static final Logger log = LoggerFactory.getLogger(LOGGER);
    private static final int MAX_TEXT = 200;

    /**
     * Records a refusal.
     *
     * @param status HTTP status of the response
     * @param reason reason in one word
     */
    public void logRefusal(HttpServletRequest request, int status, String reason) {
        String client = request.getRemoteUser();
        log.warn(
                getMarker("request-refused"),
                "event=refused status={} reason={} address={} client={} method={} path={}",
                status,
                reason,
                request.getRemoteAddr(),
                client == null ? "-" : word(client),
                word(request.getMethod()),
                word(RequestedPath.of(request)));
    }

    /**
     * Records an accepted change of the data that routers receive. No change is suppressed.
     *
     * @param change the change in one word
     * @param version version of the policy in force
     */
    public void logChange(HttpServletRequest request, String change, long version) {
        String client = request.getRemoteUser();
        log.info(
                "event=changed change={} version={} address={} client={} method={} path={}",
                change,
                version,
                request.getRemoteAddr(),
                client == null ? "-" : word(client),
                word(request.getMethod()),
                word(RequestedPath.of(request)));
    }

    /** Returns a value without spaces and equals signs, so that no value can be read as another key. */
    private static String word(String text) {
        return NetworkText.clean(text, MAX_TEXT).replace(' ', '_').replace('=', '_');
    }
}
