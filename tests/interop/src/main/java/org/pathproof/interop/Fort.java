// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.Ports;
import org.pathproof.interop.repository.AspaProfile;
import org.pathproof.interop.repository.RsyncDaemon;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * FORT as a validator of a signed repository. FORT 1.5.4 ignores router certificates, so its router keys are assertions
 * of a SLURM file (RFC 8416). FORT reads both every 60 seconds, the lowest interval that it accepts.
 */
final class Fort implements Cache {
    static final Program PROGRAM = Program.debian("FORT", "fort", "fort-validator");

    private final Path folder;
    private final Path slurm;
    private final RsyncDaemon repository;
    private final Form form;
    private final int port = Ports.free();
    private ChildProcess process;

    /** Forms of its data. FORT writes router keys into a JSON file of their own, which is not read here. */
    enum Form {
        RTR,
        JSON
    }

    Fort(Path folder, Form form, List<RpkiObject> objects) throws IOException {
        this.folder = folder;
        this.form = form;
        Files.createDirectories(folder.resolve("cache"));
        slurm = folder.resolve("assertions.slurm");
        assertRouterKeys(objects);
        repository = new RsyncDaemon(folder.resolve("repository"), AspaProfile.CURRENT, objects);
        try {
            process = start();
        } catch (RuntimeException e) {
            repository.close();
            throw e;
        }
    }

    private ChildProcess start() {
        Path log = folder.resolve("fort-" + System.nanoTime() + ".log");
        ChildProcess started = ChildProcess.start(
                log,
                PROGRAM.require(),
                "--mode=server",
                "--tal=" + repository.locators(),
                "--local-repository=" + folder.resolve("cache"),
                "--http.enabled=false",
                "--slurm=" + slurm,
                "--output.format=json",
                "--output.roa=" + json(),
                "--server.address=127.0.0.1",
                "--server.port=" + port,
                "--server.interval.validation=60");
        try {
            Conditions.await("the first validation of FORT", () -> {
                started.requireAlive();
                return started.output().contains("First validation cycle successfully ended");
            });
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
        return started;
    }

    @Override
    public void serve(List<RpkiObject> objects) {
        assertRouterKeys(objects);
        repository.publish(objects);
    }

    private void assertRouterKeys(List<RpkiObject> objects) {
        RpkiFiles.slurm(
                slurm,
                objects.stream()
                        .filter(RouterKey.class::isInstance)
                        .map(RouterKey.class::cast)
                        .toList());
    }

    @Override
    public void restart() {
        process.kill();
        process = start();
    }

    @Override
    public Map<String, String> source() {
        return switch (form) {
            case RTR -> Map.of("cache", "127.0.0.1:" + port);
            case JSON -> Map.of("file", json().toString());
        };
    }

    private Path json() {
        return folder.resolve("roas.json");
    }

    @Override
    public void close() {
        process.close();
        repository.close();
    }
}
