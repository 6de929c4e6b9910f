// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real GoBGP daemon on an address of this machine. */
public final class GoBgp implements AutoCloseable {
    private static final int BGP_PORT = 179;

    private final String address;
    private final int asn;
    private final int bgpPort;
    private final String apiHost;
    private final int apiPort = Ports.free();
    private final ChildProcess program;

    /**
     * Starts GoBGP. Aborts the test if GoBGP is not installed.
     *
     * @param folder folder for the configuration and the log
     * @param address address and router ID, such as 127.0.0.2
     * @param more TOML after the global part: neighbors and BMP stations
     */
    public GoBgp(Path folder, String address, int asn, String more) {
        this(folder, address, Ports.free(), asn, more);
    }

    /** Starts GoBGP with a given BGP port. Aborts the test if GoBGP is not installed. */
    public GoBgp(Path folder, String address, int bgpPort, int asn, String more) {
        this(List.of(), folder, "127.0.0.1", address, address, bgpPort, asn, more);
    }

    /**
     * Starts GoBGP in another network namespace, on the BGP port and all addresses of it. Fails if GoBGP is not
     * installed.
     *
     * @param wrapper command that runs the command that follows it in the namespace
     * @param address address of the namespace that this process can reach, and router ID
     */
    public static GoBgp inNamespace(List<String> wrapper, Path folder, String address, int asn, String more) {
        return new GoBgp(wrapper, folder, address, address, "0.0.0.0", BGP_PORT, asn, more);
    }

    private GoBgp(
            List<String> wrapper,
            Path folder,
            String apiHost,
            String address,
            String listen,
            int bgpPort,
            int asn,
            String more) {
        Programs.require("gobgpd");
        Programs.require("gobgp");
        this.apiHost = apiHost;
        this.address = address;
        this.bgpPort = bgpPort;
        this.asn = asn;
        Path config = folder.resolve("gobgp-" + asn + ".toml");
        try {
            Files.writeString(config, """
                    [global.config]
                    as = %d
                    router-id = "%s"
                    port = %d
                    local-address-list = ["%s"]
                    %s
                    """.formatted(asn, address, bgpPort, listen, more));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(List.of(
                "gobgpd", "-p", "-f", config.toString(), "--pprof-disable", "--api-hosts", apiHost + ":" + apiPort));
        program = ChildProcess.start(folder.resolve("gobgp-" + asn + ".log"), command);
        await("GoBGP").atMost(Duration.ofSeconds(20)).until(() -> Ports.accepts(apiHost, apiPort));
    }

    public String address() {
        return address;
    }

    public int asn() {
        return asn;
    }

    public int bgpPort() {
        return bgpPort;
    }

    /** Returns true as long as the daemon runs. */
    public boolean isAlive() {
        return program.isAlive();
    }

    /** Returns TOML of a neighbor that opens the connection. */
    public static String passiveNeighbor(String address, int asn) {
        return neighbor(address, asn) + "passive-mode = true\n";
    }

    /** Returns TOML of a neighbor to which GoBGP connects from the address {@code from}. */
    public static String activeNeighbor(String address, int asn, int port, String from) {
        return neighbor(address, asn) + "remote-port = %d\nlocal-address = \"%s\"\n".formatted(port, from);
    }

    /** Returns TOML of a neighbor that expects multihop sessions on loopback addresses, as FRR does. */
    public static String multihopNeighbor(String address, int asn, int port, String from) {
        return activeNeighbor(address, asn, port, from) + """
                [neighbors.ebgp-multihop.config]
                enabled = true
                multihop-ttl = 4
                """;
    }

    /** Returns the command that starts the gobgp CLI for this daemon. */
    public List<String> client() {
        return List.of("gobgp", "-u", apiHost, "-p", Integer.toString(apiPort));
    }

    /** Returns the prefixes that GoBGP reports as received from a neighbor, before policy. */
    public Set<String> received(String neighbor, String family) {
        JsonNode table = JsonMapper.shared().readTree(gobgp("neighbor", neighbor, "adj-in", "-a", family, "-j"));
        return new TreeSet<>(table.propertyNames());
    }

    private static String neighbor(String address, int asn) {
        return """
                [[neighbors]]
                [neighbors.config]
                neighbor-address = "%s"
                peer-as = %d
                [[neighbors.afi-safis]]
                [neighbors.afi-safis.config]
                afi-safi-name = "ipv4-unicast"
                [[neighbors.afi-safis]]
                [neighbors.afi-safis.config]
                afi-safi-name = "ipv6-unicast"
                [neighbors.timers.config]
                connect-retry = 1
                [neighbors.transport.config]
                """.formatted(address, asn);
    }

    /** Runs a command of the gobgp CLI, such as {@code global rib add 10.0.0.0/24}, and returns its output. */
    public String gobgp(String... words) {
        List<String> command = new ArrayList<>(client());
        command.addAll(List.of(words));
        ChildProcess.Outcome outcome = ChildProcess.run(Duration.ofSeconds(20), command);
        if (outcome.exitCode() != 0) {
            throw new AssertionError(String.join(" ", command) + ": " + outcome.output());
        }
        return outcome.output();
    }

    @Override
    public void close() {
        program.close();
    }
}
