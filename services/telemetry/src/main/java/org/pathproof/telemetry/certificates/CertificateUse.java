// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.certificates;

/** Use of a certificate file: the values of the label {@code use}. */
public enum CertificateUse {
    /** BMP over TLS and QUIC. */
    BMP("bmp"),
    /** A listener of RTR over TLS or QUIC, by its name. */
    RTR_LISTENER("rtr-listener"),
    /** The BGP feed to a router over TLS, by the router's name in the settings. */
    BGP_FEED("bgp-feed"),
    /** The client certificate for a source of RPKI data, by its name. */
    RPKI_SOURCE("rpki-source"),
    /** The client certificate for Redis. */
    REDIS("redis"),
    /** HTTP of a service. */
    HTTP("http");

    private final String label;

    CertificateUse(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }
}
