// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/** A real FRR bgpd with its RPKI or its BMP module, alone (no zebra), in a folder of its own. */
final class FrrBgpd implements AutoCloseable {
    private final Path sockets;
    private final Program program;
    /** Where it listens for BGP, on 127.0.0.1. */
    final int bgpPort = Ports.free();

    /** With the RPKI module. */
    FrrBgpd(Path folder, String config) throws IOException {
        this(folder, "rpki", config);
    }

    FrrBgpd(Path folder, String module, String config) throws IOException {
        // Unix socket paths are short, and FRR gives up root: a folder under the system's temporary one that everybody
        // may use.
        sockets = Files.createTempDirectory("frr");
        Files.setPosixFilePermissions(sockets, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path file = sockets.resolve("bgpd.conf");
        Files.writeString(file, "hostname pathproof-e2e\n" + config);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        program = Program.start(
                folder.resolve("bgpd.log"),
                "/usr/lib/frr/bgpd",
                "-M",
                module,
                "-f",
                file.toString(),
                "-i",
                sockets.resolve("bgpd.pid").toString(),
                "-z",
                sockets.resolve("zebra.sock").toString(),
                "--vty_socket",
                sockets.toString(),
                "-A",
                "127.0.0.1",
                "-P",
                Integer.toString(Ports.free()),
                "-p",
                Integer.toString(bgpPort),
                "-l",
                "127.0.0.1",
                "-S",
                "--log",
                "stdout");
        await("FRR bgpd").atMost(Duration.ofSeconds(20)).until(() -> Files.exists(sockets.resolve("bgpd.vty")));
    }

    /** What vtysh prints for a command. */
    String vtysh(String command) {
        return Program.run("vtysh", "--vty_socket", sockets.toString(), "-d", "bgpd", "-c", command)
                .output();
    }

    @Override
    public void close() {
        program.close();
        try (var files = Files.walk(sockets)) {
            files.sorted(java.util.Comparator.reverseOrder())
                    .forEach(path -> path.toFile().delete());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
