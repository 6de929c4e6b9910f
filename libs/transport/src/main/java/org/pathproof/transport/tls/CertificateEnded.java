// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tls;

/**
 * The reason to close an open connection. {@link CertificateWatch} fires it as a user event of the channel before it
 * closes the channel.
 *
 * @param why words for an operator
 */
public record CertificateEnded(Kind kind, String why) {
    /** The end of a certificate. */
    public enum Kind {
        EXPIRED("certificate-expired"),
        REVOKED("certificate-revoked");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** Returns the name in metrics. */
        public String label() {
            return label;
        }
    }
}
