// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.site;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A network namespace that is connected to this machine by a pair of virtual interfaces. A cut drops packets in both
 * directions, and neither side gets an error. Only root can create a namespace.
 */
public final class Cut implements AutoCloseable {
    /** Unassigned MAC address: packets to it are lost. */
    private static final String UNASSIGNED_MAC = "02:00:00:00:00:99";

    private static final Logger log = LoggerFactory.getLogger(Cut.class);

    private final String name;
    private final String near;
    private final String far;
    private final String nearAddress;
    private final String farAddress;
    private final Thread hook = new Thread(this::remove, "cut-end");

    private Cut(String name, String network) {
        this.name = name;
        near = name + "a";
        far = name + "b";
        nearAddress = network + ".1";
        farAddress = network + ".2";
    }

    /** Creates a namespace. Returns empty, and passes the reason to {@code why}, where that is not permitted. */
    public static Optional<Cut> make(Consumer<String> why) throws InterruptedException {
        long pid = ProcessHandle.current().pid();
        Cut cut = new Cut("pp" + pid, "10." + (64 + pid / 250 % 128) + "." + pid % 250);
        try {
            cut.runIp("netns", "add", cut.name);
            Runtime.getRuntime().addShutdownHook(cut.hook);
            cut.runIp("link", "add", cut.near, "type", "veth", "peer", "name", cut.far, "netns", cut.name);
            cut.runIp("addr", "add", cut.nearAddress + "/30", "dev", cut.near);
            cut.runIp("link", "set", cut.near, "up");
            cut.runIp("-n", cut.name, "addr", "add", cut.farAddress + "/30", "dev", cut.far);
            cut.runIp("-n", cut.name, "link", "set", cut.far, "up");
            cut.runIp("-n", cut.name, "link", "set", "lo", "up");
            return Optional.of(cut);
        } catch (IOException e) {
            why.accept(e.getMessage());
            cut.remove();
            return Optional.empty();
        }
    }

    /** Returns the address of this machine for processes inside the namespace. */
    public String nearAddress() {
        return nearAddress;
    }

    /** Returns the command that runs another command inside the namespace. */
    public List<String> wrapper() {
        return List.of("ip", "netns", "exec", name);
    }

    /** Drops all packets until {@link #heal}. */
    public void cut() throws IOException, InterruptedException {
        runIp("neigh", "replace", farAddress, "lladdr", UNASSIGNED_MAC, "nud", "permanent", "dev", near);
        runIp("-n", name, "neigh", "replace", nearAddress, "lladdr", UNASSIGNED_MAC, "nud", "permanent", "dev", far);
    }

    /** Delivers packets again. */
    public void heal() throws IOException, InterruptedException {
        runIp("neigh", "del", farAddress, "dev", near);
        runIp("-n", name, "neigh", "del", nearAddress, "dev", far);
    }

    private void runIp(String... arguments) throws IOException, InterruptedException {
        String[] command = new String[arguments.length + 1];
        command[0] = "ip";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (!process.waitFor(10, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException(String.join(" ", command) + ": " + output);
        }
    }

    private void remove() {
        try {
            runIp("netns", "del", name); // also deletes the interfaces
        } catch (IOException e) {
            log.debug("cannot delete the network namespace {}", name, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        remove();
        Runtime.getRuntime().removeShutdownHook(hook);
    }
}
