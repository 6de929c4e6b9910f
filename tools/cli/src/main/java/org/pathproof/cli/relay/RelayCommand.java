// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.relay;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.quic.QuicLimits;
import org.pathproof.transport.quic.QuicProtocol;
import org.pathproof.transport.relay.Relay;
import org.pathproof.transport.relay.RelaySettings;
import org.pathproof.transport.tls.TlsFiles;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code pathproof relay}: a proxy beside a router or cache that lacks a secure transport. */
@Command(
        name = "relay",
        description = {
            "Relays connections from one transport to another, for routers without TLS, QUIC, TCP-MD5 or TCP-AO.",
            "An ADDRESS is tcp://HOST:PORT, tls://HOST:PORT or quic://HOST:PORT.",
            "Runs until interrupted. Exit code 2: unreadable file, impossible protection, or a port in use."
        })
public final class RelayCommand implements Callable<Integer> {
    private static final int THREADS = 1;

    @Spec
    private CommandSpec spec;

    @Option(names = "--listen", required = true, paramLabel = "ADDRESS", description = "Address to listen on.")
    private String listen;

    @Option(names = "--connect", required = true, paramLabel = "ADDRESS", description = "Address to connect to.")
    private String connect;

    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description = "PEM file with the certificate of this relay and its chain, for TLS and QUIC.")
    private @Nullable Path certificate;

    @Option(names = "--key", paramLabel = "FILE", description = "PEM file with its private key (PKCS #8).")
    private @Nullable Path key;

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description = "PEM file with the authorities of the other side's certificate.")
    private @Nullable Path trust;

    @Option(names = "--crl", paramLabel = "FILE", description = "PEM file with the CRLs of these authorities.")
    private @Nullable Path crl;

    @Option(
            names = "--crl-required",
            description = "Refuse certificates of an authority without a CRL, or with a stale one.")
    private boolean crlRequired;

    @Option(
            names = "--protocol",
            paramLabel = "NAME",
            defaultValue = "BMP",
            description = "Protocol inside of QUIC: bmp (default) or rtr.")
    private QuicProtocol protocol;

    @ArgGroup(validate = false, heading = "%nProtection of the TCP connections to this relay:%n")
    private ListenProtection listenProtection = new ListenProtection();

    @ArgGroup(validate = false, heading = "%nProtection of the TCP connections from this relay:%n")
    private ConnectProtection connectProtection = new ConnectProtection();

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (Relay relay = start(settings())) {
            PrintWriter out = spec.commandLine().getOut();
            out.println("relaying from " + listen + " (port " + relay.port() + ") to " + connect);
            out.flush();
            new CountDownLatch(1).await(); // until the process is interrupted
        }
        return ExitCode.OK;
    }

    private RelaySettings settings() throws IOException {
        try {
            Endpoint from = Endpoint.parse(listen);
            Endpoint to = Endpoint.parse(connect);
            boolean quic = from.transport() == Endpoint.Transport.QUIC || to.transport() == Endpoint.Transport.QUIC;
            return new RelaySettings(
                    from,
                    listenProtection.protection(),
                    to,
                    connectProtection.protection(),
                    files(quic),
                    QuicLimits.DEFAULT,
                    Duration.ZERO,
                    THREADS);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private Optional<TlsFiles> files(boolean quic) {
        if (certificate == null && key == null && trust == null && crl == null) {
            return Optional.empty();
        }
        if (certificate == null || key == null || trust == null) {
            throw new IllegalArgumentException("--certificate, --key and --trust need each other");
        }
        return Optional.of(new TlsFiles(
                "relay",
                new TlsFiles.PemFiles(certificate, key, trust, crl, crlRequired),
                TlsFiles.ClientCertificates.REQUIRED,
                quic ? protocol.label() : ""));
    }

    private static Relay start(RelaySettings settings) throws InterruptedException {
        try {
            return new Relay(settings).start();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }
}
