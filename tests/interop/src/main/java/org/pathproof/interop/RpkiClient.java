// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.pathproof.harness.ChildProcess;
import org.pathproof.interop.repository.AspaProfile;
import org.pathproof.interop.repository.RsyncDaemon;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * Rpki-client as a validator of a signed repository. Each run writes a JSON file and ends.
 *
 * <p>As root, rpki-client becomes a user of its own. Its files are in a temporary folder, because this user may be
 * unable to read the folder of the test.
 */
final class RpkiClient implements Cache {
    static final Program PROGRAM = Program.debian("rpki-client", "rpki-client", "rpki-client");

    private final Path folder = Files.createTempDirectory("pathproof-rpki-client");
    private final Path cache = writableForAll(folder.resolve("cache"));
    private final Path output = writableForAll(folder.resolve("output"));
    private final Path locator = folder.resolve("anchor.tal");
    private final RsyncDaemon repository;

    RpkiClient(Path repositoryFolder, List<RpkiObject> objects) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        repository = new RsyncDaemon(repositoryFolder, AspaProfile.AFI_LIMITS, objects);
        try {
            Files.copy(repository.locator(), locator);
            run();
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static Path writableForAll(Path folder) throws IOException {
        return Files.setPosixFilePermissions(
                Files.createDirectory(folder), PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    private void run() {
        ChildProcess.Outcome outcome = ChildProcess.run(
                PROGRAM.require(), "-j", "-R", "-t", locator.toString(), "-d", cache.toString(), output.toString());
        if (outcome.exitCode() != 0) {
            throw new IllegalStateException("rpki-client: " + outcome.output());
        }
    }

    @Override
    public void serve(List<RpkiObject> objects) {
        repository.publish(objects);
        run();
    }

    @Override
    public void restart() {
        run();
    }

    @Override
    public Map<String, String> source() {
        return Map.of("file", output.resolve("json").toString());
    }

    @Override
    public void close() {
        repository.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
