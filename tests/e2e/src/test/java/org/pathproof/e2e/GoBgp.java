// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
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

/** A real GoBGP daemon (Debian's) on a loopback address of its own. */
final class GoBgp implements AutoCloseable {
    final String address;
    final int asn;
    final int bgpPort = Ports.free();
    private final int apiPort = Ports.free();
    private final Program program;

    /**
     * Starts it.
     *
     * @param address such as 127.0.0.2: its router id, too
     * @param more TOML after the global part: neighbours and BMP stations
     */
    GoBgp(Path folder, String address, int asn, String more) {
        Program.require("gobgpd");
        Program.require("gobgp");
        this.address = address;
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
                    """.formatted(asn, address, bgpPort, address, more));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        program = Program.start(
                folder.resolve("gobgp-" + asn + ".log"),
                "gobgpd",
                "-p",
                "-f",
                config.toString(),
                "--pprof-disable",
                "--api-hosts",
                "127.0.0.1:" + apiPort);
        await("GoBGP").atMost(Duration.ofSeconds(20)).until(() -> Ports.answers("127.0.0.1", apiPort));
    }

    /** TOML of a neighbour that connects to us. */
    static String passiveNeighbour(String address, int asn) {
        return neighbour(address, asn) + "passive-mode = true\n";
    }

    /** TOML of a neighbour that we connect to, from our own address. */
    static String activeNeighbour(String address, int asn, int port, String from) {
        return neighbour(address, asn) + "remote-port = %d\nlocal-address = \"%s\"\n".formatted(port, from);
    }

    /** The same for a neighbour that takes loopback addresses for far away, as FRR does. */
    static String multihopNeighbour(String address, int asn, int port, String from) {
        return activeNeighbour(address, asn, port, from) + """
                [neighbors.ebgp-multihop.config]
                enabled = true
                multihop-ttl = 4
                """;
    }

    /** The prefixes that it received of a neighbour, before policy, as it says itself. */
    Set<String> received(String neighbour, String family) {
        JsonNode table = JsonMapper.shared().readTree(gobgp("neighbor", neighbour, "adj-in", "-a", family, "-j"));
        return new TreeSet<>(table.propertyNames());
    }

    private static String neighbour(String address, int asn) {
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

    /** A command of the gobgp CLI, such as {@code global rib add 10.0.0.0/24}. */
    String gobgp(String... words) {
        List<String> command = new ArrayList<>(List.of("gobgp", "-u", "127.0.0.1", "-p", Integer.toString(apiPort)));
        command.addAll(List.of(words));
        Program.Outcome outcome = Program.run(Duration.ofSeconds(20), command);
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        return outcome.output();
    }

    @Override
    public void close() {
        program.close();
    }
}
