// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.pathproof.harness.Bird;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.FrrBgpd;

/**
 * A router in a network namespace, with neighbors that all have the address fe80::1, each on an interface and in a
 * namespace of its own. The router is FRR with unnumbered sessions, and the neighbors are BIRD. Each neighbor announces
 * a prefix of its own and {@link #COMMON}.
 */
final class LinkLocalNetwork implements AutoCloseable {
    static final String COMMON = "2001:db8:ff::/48";
    static final long ROUTER_AS = 65001;

    private final String name = "link-local-" + ProcessHandle.current().pid();
    private final String outside = "ll" + ProcessHandle.current().pid();
    private final String network = "10." + (150 + ProcessHandle.current().pid() / 100 % 50) + "."
            + ProcessHandle.current().pid() % 100 + ".";
    private final List<Runnable> ends = new ArrayList<>();
    private final List<Long> neighbors;

    /**
     * Creates the network. Aborts the test where namespaces are not permitted.
     *
     * @param neighbors AS numbers of the neighbors; neighbor i has the BGP Identifier 10.0.0.i, from 1
     */
    LinkLocalNetwork(List<Long> neighbors) {
        this.neighbors = neighbors;
        ChildProcess.Outcome made = ChildProcess.run("sh", "-c", "ip netns add " + name);
        Assumptions.assumeTrue(made.exitCode() == 0, "NOT TESTED: no network namespace: " + made.output());
        try {
            connect();
        } catch (RuntimeException | Error e) {
            deleteNamespaces();
            throw e;
        }
    }

    private void connect() {
        run(
                "ip link add " + outside + " type veth peer name uplink netns " + name,
                "ip addr add " + network + "1/30 dev " + outside,
                "ip link set " + outside + " up",
                "ip -n " + name + " addr add " + network + "2/30 dev uplink",
                "ip -n " + name + " link set uplink up",
                "ip -n " + name + " link set lo up");
        for (int i = 1; i <= neighbors.size(); i++) {
            String other = name + "-" + i;
            run(
                    "ip netns add " + other,
                    "ip -n " + name + " link add eth" + i + " type veth peer name eth0 netns " + other,
                    "ip -n " + name + " link set eth" + i + " addrgenmode none",
                    "ip -n " + other + " link set eth0 addrgenmode none",
                    "ip -n " + name + " addr add fe80::1" + i + "/64 dev eth" + i + " nodad",
                    "ip -n " + other + " addr add fe80::1/64 dev eth0 nodad",
                    "ip -n " + name + " link set eth" + i + " up",
                    "ip -n " + other + " link set eth0 up");
        }
    }

    private static void run(String... commands) {
        ChildProcess.Outcome outcome = ChildProcess.run("sh", "-ec", String.join("\n", commands));
        if (outcome.exitCode() != 0) {
            throw new IllegalStateException(outcome.output());
        }
    }

    /** Returns the address under which the router reaches this machine. */
    String station() {
        return network + "1";
    }

    /** Returns a prefix that only neighbor i announces. */
    static String prefix(int i) {
        return "2001:db8:" + i + "::/48";
    }

    /** Starts the router and its neighbors. The configuration ends with the lines for BMP. */
    void start(Path folder, String bmp) throws IOException {
        StringBuilder config = new StringBuilder("""
                hostname link-local
                router bgp %d
                 bgp router-id 10.255.0.7
                 no bgp ebgp-requires-policy
                """.formatted(ROUTER_AS));
        for (int i = 1; i <= neighbors.size(); i++) {
            config.append(" neighbor eth%d interface v6only remote-as %d%n".formatted(i, neighbors.get(i - 1)));
        }
        config.append(" address-family ipv6 unicast\n");
        for (int i = 1; i <= neighbors.size(); i++) {
            config.append("  neighbor eth%d activate%n  neighbor eth%d soft-reconfiguration inbound%n".formatted(i, i));
        }
        config.append(" exit-address-family\n").append(bmp);
        FrrBgpd router =
                FrrBgpd.inNamespace(name, Files.createDirectories(folder.resolve(name)), "bmp", config.toString());
        ends.add(router::close);
        for (int i = 1; i <= neighbors.size(); i++) {
            String other = name + "-" + i;
            Bird neighbor = new Bird(
                    List.of("ip", "netns", "exec", other),
                    Files.createDirectories(folder.resolve(other)),
                    """
                    protocol radv { interface "eth0" { min ra interval 3; max ra interval 4; }; }
                    protocol static { ipv6; route %s blackhole; route %s blackhole; }
                    protocol bgp monitored {
                      local fe80::1 as %d;
                      neighbor fe80::1%d%%eth0 as %d;
                      router id 10.0.0.%d;
                      connect delay time 1;
                      connect retry time 1;
                      error wait time 1, 2;
                      ipv6 { import none; export all; next hop self; };
                    }
                    """.formatted(prefix(i), COMMON, neighbors.get(i - 1), i, ROUTER_AS, i));
            ends.add(neighbor::close);
        }
    }

    @Override
    public void close() {
        try {
            ends.reversed().forEach(Runnable::run);
        } finally {
            deleteNamespaces();
        }
    }

    private void deleteNamespaces() {
        run("for n in $(ip netns list | sed -n 's/^\\(" + name + "[^ ]*\\).*/\\1/p'); do ip netns del $n; done");
    }
}
