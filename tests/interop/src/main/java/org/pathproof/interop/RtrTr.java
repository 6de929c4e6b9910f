// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.Ports;
import org.pathproof.rpki.RpkiBounds;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.rtr.RtrClient;
import org.pathproof.rpki.rtr.RtrClientSettings;
import org.pathproof.rpki.rtr.RtrTransport;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * RTRTR of NLnet Labs. RTRTR has one unit, from which it reads, and targets: JSON over HTTP, and RTR over TCP or TLS.
 */
final class RtrTr implements Cache {
    static final Program PROGRAM = Program.crate("RTRTR", "rtrtr");

    private static final Duration TLS_START = Duration.ofSeconds(5);
    private static final Duration READER_RETRY = Duration.ofSeconds(1);

    private final Path folder;
    private final @Nullable Path json;
    private final Map<String, String> source;
    private final int httpPort = Ports.free();
    private final int rtrPort = Ports.free();
    private final Path config;
    private final boolean tls;
    private ChildProcess process;

    /**
     * Starts RTRTR.
     *
     * @param json file of the unit; null for a unit that reads RTR
     * @param target transport from which key-sync reads; null for JSON
     */
    private RtrTr(Path folder, Credentials credentials, String unit, @Nullable Path json, @Nullable Transport target) {
        this.folder = folder;
        this.json = json;
        this.tls = target == Transport.TLS || unit.contains("rtr-tls");
        this.source = new HashMap<>(
                target == null
                        ? Map.of("url", "http://127.0.0.1:" + httpPort + "/json")
                        : Map.of("cache", "127.0.0.1:" + rtrPort));
        if (target == Transport.TLS) {
            source.putAll(
                    Map.of("transport", "tls", "tls.trust", credentials.trust().toString()));
        }
        String rtr = target == null
                ? ""
                : """
                [targets.rtr]
                type = "%s"
                listen = ["127.0.0.1:%d"]
                unit = "source"
                certificate = "%s"
                key = "%s"
                """.formatted(
                                target == Transport.TLS ? "rtr-tls" : "rtr",
                                rtrPort,
                                credentials.certificate(),
                                credentials.key());
        try {
            config = Files.writeString(folder.resolve("rtrtr.conf"), """
                    log_target = "stderr"
                    log_level = "debug"
                    http-listen = ["127.0.0.1:%d"]
                    [units.source]
                    %s
                    [targets.json]
                    type = "http"
                    path = "/json"
                    format = "json"
                    unit = "source"
                    %s
                    """.formatted(
                    httpPort, unit, target == Transport.TLS ? rtr : rtr.replaceAll("(?m)^(certificate|key) .*$", "")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        process = start();
    }

    /** Starts RTRTR as a cache: it reads a JSON file. */
    static Cache cache(Path folder, Credentials credentials, @Nullable Transport target, List<RpkiObject> objects) {
        Path file = RpkiFiles.rpkiClient(folder.resolve("rtrtr.json"), objects);
        return new RtrTr(folder, credentials, """
                type = "json"
                uri = "file://%s"
                refresh = 1
                """.formatted(file), file, target);
    }

    /**
     * Starts RTRTR as a router: it reads RTR from a port. Its objects are read from its own RTR target. Its JSON ends
     * before the first router key, and so has no ASPAs of a set with router keys.
     */
    static Router router(Path folder, Credentials credentials, Transport transport, int port) {
        RtrTr program = new RtrTr(
                folder,
                credentials,
                transport == Transport.TLS ? """
                type = "rtr-tls"
                remote = "localhost:%d"
                cacerts = ["%s"]
                retry = 1
                """.formatted(port, credentials.trust()) : """
                type = "rtr"
                remote = "127.0.0.1:%d"
                retry = 1
                """.formatted(port),
                null,
                Transport.TCP);
        RtrClient reader = new RtrClient(
                        new RtrClientSettings(
                                "127.0.0.1",
                                program.rtrPort,
                                2,
                                2,
                                READER_RETRY,
                                READER_RETRY,
                                RpkiBounds.DEFAULT,
                                RtrTransport.TCP),
                        _ -> {})
                .start();
        return new Polled(
                () -> {
                    reader.close();
                    program.close();
                },
                () -> reader.data().<Set<String>>map(RtrTr::lines).orElseGet(Set::of));
    }

    private static Set<String> lines(RpkiSnapshot data) {
        return SampleObjects.lines(RpkiSnapshot.all(data), Kind.of(2));
    }

    private ChildProcess start() {
        ChildProcess started =
                ChildProcess.start(folder.resolve("rtrtr.log"), PROGRAM.require(), "-c", config.toString());
        try {
            Conditions.await("RTRTR", () -> {
                started.requireAlive();
                return Ports.accepts(httpPort);
            });
            requireTls(started);
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
        return started;
    }

    /** Throws {@link Unusable} if this build of RTRTR ends when it uses TLS. */
    private void requireTls(ChildProcess started) {
        if (tls
                && Conditions.holds(
                        TLS_START,
                        Duration.ofMillis(200),
                        () -> started.output().contains("process-level CryptoProvider"))) {
            throw new Unusable("not run: this build of RTRTR ends when it uses TLS (rustls: no CryptoProvider)");
        }
    }

    @Override
    public void serve(List<RpkiObject> objects) {
        RpkiFiles.rpkiClient(java.util.Objects.requireNonNull(json), objects);
    }

    @Override
    public void restart() {
        process.kill();
        process = start();
    }

    @Override
    public Map<String, String> source() {
        return source;
    }

    @Override
    public void close() {
        process.close();
    }
}
