// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/** A real FRR bgpd on 127.0.0.1, without zebra, with its RPKI or its BMP module. */
public final class FrrBgpd implements AutoCloseable {
    private final Path sockets;
    private final ChildProcess program;
    private final int bgpPort = Ports.free();

    /** Starts bgpd with the RPKI module. */
    public FrrBgpd(Path folder, String config) throws IOException {
        this(folder, "rpki", config);
    }

    /**
     * Starts bgpd.
     *
     * @param folder folder for the log
     * @param module name of the module, such as {@code bmp}
     * @param config configuration without the command {@code hostname}
     */
    public FrrBgpd(Path folder, String module, String config) throws IOException {
        // FRR drops the rights of root, and its Unix sockets need short paths. A world-writable temporary folder suits
        // both.
        sockets = Files.createTempDirectory("frr");
        Files.setPosixFilePermissions(sockets, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path file = sockets.resolve("bgpd.conf");
        Files.writeString(file, "hostname pathproof-test\n" + config);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        program = ChildProcess.start(
                folder.resolve("bgpd.log"),
                Programs.require("bgpd"),
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

    /** Returns the BGP port. */
    public int bgpPort() {
        return bgpPort;
    }

    /** Returns the output of a command of vtysh. */
    public String vtysh(String command) {
        return ChildProcess.run("vtysh", "--vty_socket", sockets.toString(), "-d", "bgpd", "-c", command)
                .output();
    }

    /** Sends a signal, such as {@code STOP}. */
    public void signal(String signal) {
        program.signal(signal);
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
