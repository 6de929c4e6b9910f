// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import javax.net.ssl.SSLException;

/** Explains failures of TLS with Redis to operators. */
final class TlsFailure {
    private TlsFailure() {}

    /** Returns an error that explains a failure of TLS; otherwise returns the error itself. */
    static RedisConnectionException explained(RedisURI server, RedisConnectionException e) {
        if (!RedisAddress.isSsl(server)) {
            return e;
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SSLException) {
                RedisConnectionException explained = new RedisConnectionException("TLS with "
                        + RedisAddress.name(server) + " failed: " + root(cause) + "; " + advice(root(cause)));
                explained.addSuppressed(e);
                return explained;
            }
        }
        return e;
    }

    private static String advice(String problem) {
        return problem.contains("certificate_required") || problem.contains("bad_certificate")
                ? "the server requires a certificate of this client: set pathproof.redis.tls.certificate and"
                        + " pathproof.redis.tls.key"
                : "an authority of pathproof.redis.tls.trust must certify the server, and its certificate must have the"
                        + " host as subjectAltName";
    }

    private static String root(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }
}
