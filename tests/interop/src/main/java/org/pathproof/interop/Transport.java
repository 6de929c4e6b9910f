// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.util.Map;

/** Transports and rules of the RTR listeners. */
enum Transport {
    TCP("TCP"),
    /** For routers that do not read the ASPA PDU of the current draft. */
    WITHOUT_ASPAS("TCP, `aspas: false`"),
    TLS("TLS"),
    SSH("SSH");

    private final String label;

    Transport(String label) {
        this.label = label;
    }

    /** Returns the name for tables. */
    String label() {
        return label;
    }

    /** Returns true if a tap can read the session. */
    boolean isPlain() {
        return this == TCP || this == WITHOUT_ASPAS;
    }

    /** Returns the settings of the listener. */
    Map<String, String> settings(Credentials credentials) {
        return switch (this) {
            case TCP -> Map.of();
            case WITHOUT_ASPAS -> Map.of("aspas", "false");
            case TLS ->
                Map.of(
                        "transport",
                        "tls",
                        "tls.certificate",
                        credentials.certificate().toString(),
                        "tls.key",
                        credentials.key().toString(),
                        "tls.client-certificates",
                        "none");
            case SSH ->
                Map.of(
                        "transport",
                        "ssh",
                        "ssh.host-key",
                        credentials.hostKey().toString(),
                        "ssh.users[0].name",
                        Credentials.USER,
                        "ssh.users[0].authorized-keys",
                        Credentials.publicKey(credentials.userKey()).toString());
        };
    }
}
