// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A real FRR bgpd with its RPKI or its BMP module, and with zebra if routes go to the kernel. */
public final class FrrBgpd implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);
    private static final int BGP_PORT = 179;

    private final Path sockets;
    private final Optional<ChildProcess> zebra;
    private final ChildProcess program;
    private final int bgpPort;

    /** Starts bgpd with the RPKI module. */
    public FrrBgpd(Path folder, String config) throws IOException {
        this(folder, "rpki", config);
    }

    /** Starts bgpd without zebra, on a free port. */
    public FrrBgpd(Path folder, String modules, String config) throws IOException {
        this(folder, "127.0.0.1", Ports.free(), modules, config, false);
    }

    /**
     * Starts bgpd.
     *
     * @param folder folder for the log
     * @param address address on which bgpd listens
     * @param bgpPort port on which bgpd listens
     * @param modules names of modules, separated by commas, such as {@code bmp,rpki}
     * @param config configuration without the command {@code hostname}
     * @param kernelRoutes true to start zebra, which writes routes to the kernel; needs root
     */
    public FrrBgpd(Path folder, String address, int bgpPort, String modules, String config, boolean kernelRoutes)
            throws IOException {
        this(List.of(), folder, address, bgpPort, modules, config, kernelRoutes ? List.of() : null);
    }

    /** Starts bgpd in a network namespace, with zebra for its interfaces, and without routes in the kernel. */
    public static FrrBgpd inNamespace(String namespace, Path folder, String modules, String config) throws IOException {
        return inNamespace(namespace, "::", folder, modules, config);
    }

    /** Starts bgpd like the other method, listening on {@code address} only. */
    public static FrrBgpd inNamespace(String namespace, String address, Path folder, String modules, String config)
            throws IOException {
        List<String> wrapper = List.of("ip", "netns", "exec", namespace);
        return new FrrBgpd(wrapper, folder, address, BGP_PORT, modules, config, List.of("-n"));
    }

    /**
     * Starts bgpd and zebra in another network namespace. It listens on all IPv4 addresses. Zebra writes
     * routes to the kernel; needs root.
     *
     * @param wrapper command that runs the command that follows it in the namespace
     */
    public static FrrBgpd withKernel(List<String> wrapper, Path folder, String module, String config)
            throws IOException {
        return new FrrBgpd(wrapper, folder, "0.0.0.0", BGP_PORT, module, config, List.of());
    }

    /**
     * @param wrapper command that runs the command that follows it; may be empty
     * @param withZebra options of bgpd beside a zebra; null without zebra
     */
    private FrrBgpd(
            List<String> wrapper,
            Path folder,
            String address,
            int bgpPort,
            String modules,
            String config,
            @Nullable List<String> withZebra)
            throws IOException {
        this.bgpPort = bgpPort;
        // FRR drops the rights of root, and its Unix sockets need short paths. A world-writable temporary folder suits
        // both.
        sockets = Files.createTempDirectory("frr");
        Files.setPosixFilePermissions(sockets, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path file = sockets.resolve("bgpd.conf");
        Files.writeString(file, "hostname pathproof-test\n" + config);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        zebra = withZebra == null ? Optional.empty() : Optional.of(startZebra(wrapper, folder));
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(List.of(
                Programs.require("bgpd"),
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
                address,
                "-S",
                "--log",
                "stdout"));
        for (String module : modules.split(",")) {
            command.addAll(List.of("-M", module));
        }
        command.addAll(withZebra == null ? List.of() : withZebra);
        program = ChildProcess.start(folder.resolve("bgpd.log"), command);
        await("FRR bgpd").atMost(START_TIMEOUT).until(() -> Files.exists(vty()));
    }

    private ChildProcess startZebra(List<String> wrapper, Path folder) throws IOException {
        Path file = sockets.resolve("zebra.conf");
        Files.writeString(file, "hostname pathproof-test\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(List.of(
                Programs.require("zebra"),
                "-f",
                file.toString(),
                "-i",
                sockets.resolve("zebra.pid").toString(),
                "-z",
                sockets.resolve("zebra.sock").toString(),
                "--vty_socket",
                sockets.toString(),
                "-A",
                "127.0.0.1",
                "-P",
                Integer.toString(Ports.free()),
                "--log",
                "stdout"));
        ChildProcess started = ChildProcess.start(folder.resolve("zebra.log"), command);
        await("FRR zebra").atMost(START_TIMEOUT).until(() -> {
            started.requireAlive();
            return Files.exists(sockets.resolve("zebra.sock"));
        });
        return started;
    }

    /** Returns the Unix socket on which bgpd accepts commands, as vtysh uses it. */
    public Path vty() {
        return sockets.resolve("bgpd.vty");
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

    /** Applies a file of configuration commands, as an operator does. */
    public ChildProcess.Outcome load(Path file) {
        return ChildProcess.run("vtysh", "--vty_socket", sockets.toString(), "-d", "bgpd", "-f", file.toString());
    }

    /** Sends a signal, such as {@code STOP}. */
    public void signal(String signal) {
        program.signal(signal);
    }

    @Override
    public void close() {
        program.close();
        zebra.ifPresent(ChildProcess::close);
        try (var files = Files.walk(sockets)) {
            files.sorted(java.util.Comparator.reverseOrder())
                    .forEach(path -> path.toFile().delete());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
