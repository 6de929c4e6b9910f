// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop.repository;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.Ports;
import org.pathproof.harness.Programs;
import org.pathproof.wire.rpki.RpkiObject;

/** An rsync daemon on a free port of 127.0.0.1, which serves the newest publication of a repository. */
public final class RsyncDaemon implements AutoCloseable {
    private static final String MODULE = "repository";

    private final SignedRepository repository;
    private final Path locators;
    private final Path locator;
    private final ChildProcess process;

    /**
     * Publishes a first set, and starts the daemon.
     *
     * @param folder folder for all files of the repository, readable for the user of this program
     */
    public RsyncDaemon(Path folder, AspaProfile aspaProfile, Collection<RpkiObject> objects) throws IOException {
        int port = Ports.free();
        Files.createDirectories(folder);
        repository = new SignedRepository(folder, "rsync://127.0.0.1:" + port + "/" + MODULE + "/", aspaProfile);
        repository.publish(objects);
        locators = folder.resolve("tals");
        locator = repository.writeLocator(locators);
        Path settings = Files.writeString(folder.resolve("rsyncd.conf"), """
                use chroot = false
                uid = %s
                gid = *
                [%s]
                path = %s
                read only = true
                """.formatted(
                        System.getProperty("user.name"), MODULE, repository.current()));
        process = ChildProcess.start(
                folder.resolve("rsyncd.log"),
                Programs.find("rsync").orElseThrow(() -> new IllegalStateException("rsync is not installed")),
                "--daemon",
                "--no-detach",
                "--address=127.0.0.1",
                "--port=" + port,
                "--log-file=" + folder.resolve("transfers.log"),
                "--config=" + settings);
        Conditions.await("the rsync daemon", () -> {
            process.requireAlive();
            return Ports.accepts(port);
        });
    }

    /** Returns the trust anchor locator. */
    public Path locator() {
        return locator;
    }

    /** Returns the folder that has the trust anchor locator, and no other file. */
    public Path locators() {
        return locators;
    }

    /** Replaces the published objects. */
    public void publish(Collection<RpkiObject> objects) {
        repository.publish(objects);
    }

    @Override
    public void close() {
        process.close();
    }
}
