// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.quic;

/** Protocols inside of QUIC. Their names in the handshake (RFC 7301) are not registered with IANA. */
public enum QuicProtocol {
    BMP("pathproof-bmp"),
    RTR("pathproof-rtr");

    private final String label;

    QuicProtocol(String label) {
        this.label = label;
    }

    /** Returns the name in the handshake. */
    public String label() {
        return label;
    }
}
