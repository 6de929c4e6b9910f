// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.settings;

import java.nio.file.Path;
import java.util.Optional;
import org.pathproof.transport.quic.QuicProtocol;
import org.pathproof.transport.tls.TlsFiles;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * BMP over TLS 1.3 and QUIC.
 *
 * @param port TCP port of the listener for BMP over TLS. 0: any free port. The listener needs a certificate.
 * @param quicPort UDP port of the listener for BMP over QUIC. 0: any free port. -1: no listener. The certificate is
 *     that of BMP over TLS.
 * @param certificate PEM file with the collector's certificate and its chain. Empty: no TLS.
 * @param key PEM file with the private key of the certificate (PKCS #8).
 * @param trust PEM file with the authorities of the routers' certificates.
 * @param clientCertificates Certificates of routers: required or optional.
 * @param crl PEM file with the CRLs of the authorities. Empty: no certificate is revoked.
 * @param crlRequired Refuses certificates of an authority without a CRL, or with a stale one. Without it, a stale
 *     CRL remains in use.
 */
public record TlsSettings(
        @DefaultValue("11020") int port,
        @DefaultValue("-1") int quicPort,
        @DefaultValue("") String certificate,
        @DefaultValue("") String key,
        @DefaultValue("") String trust,
        @DefaultValue("required") TlsFiles.ClientCertificates clientCertificates,
        @DefaultValue("") String crl,
        @DefaultValue("false") boolean crlRequired) {
    public TlsSettings {
        if (crlRequired && crl.isEmpty()) {
            throw new IllegalArgumentException("pathproof.collector.tls.crl-required needs tls.crl");
        }
        if (!certificate.isEmpty() && (key.isEmpty() || trust.isEmpty())) {
            throw new IllegalArgumentException("pathproof.collector.tls: a certificate also needs key and trust");
        }
        if (clientCertificates == TlsFiles.ClientCertificates.NONE) {
            throw new IllegalArgumentException(
                    "pathproof.collector.tls.client-certificates is none: set required or optional");
        }
        if (certificate.isEmpty() && quicPort >= 0) {
            throw new IllegalArgumentException(
                    "pathproof.collector.tls.quic-port: BMP over QUIC needs certificate, key and trust");
        }
    }

    boolean isConfigured() {
        return !certificate.isEmpty();
    }

    /** Reads the files; throws IllegalArgumentException if they are unusable. */
    Optional<TlsFiles> load() {
        return isConfigured()
                ? Optional.of(new TlsFiles(
                        "BMP over TLS",
                        new TlsFiles.PemFiles(Path.of(certificate), Path.of(key), Path.of(trust))
                                .withCrl(crl, crlRequired),
                        clientCertificates,
                        quicPort >= 0 ? QuicProtocol.BMP.label() : ""))
                : Optional.empty();
    }
}
