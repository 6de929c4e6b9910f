// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.FaultyUpdates;
import org.pathproof.harness.FaultyUpdates.Example;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.GoBgp;

/**
 * Sends a faulty UPDATE for each row of {@code FaultTable} to FRR and GoBGP, as a second opinion: the session is reset,
 * the route is withdrawn, or the route is used. Differences from the table are in {@code
 * attribute-errors-differences.csv}, and docs/reference/attribute-errors.md explains them.
 */
class AttributeErrorsInteropTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration ANSWER = Duration.ofMillis(100);
    private static final String LOCAL = "127.0.0.2";
    private static final String ROUTER = "127.0.0.1";
    private static final String IPV4 = "18cb0071";
    private static final String IPV6 = "3020010db80001";
    private static final String MARKER = "10.255.0.0/24";

    /** AS of the peer by kind. The AS of the router is 65000, or 65100 in a confederation. */
    private static final Map<String, Integer> PEERS =
            Map.of("EXTERNAL", 64496, "CONFEDERATION_MEMBER", 65101, "INTERNAL", 65000);

    @TempDir
    Path folder;

    @Test
    void frrHandlesTheFaultsAsTheTableOrAsListed() throws IOException {
        Map<String, String> differences = new TreeMap<>();
        for (String kind : PEERS.keySet()) {
            try (FrrBgpd frr = new FrrBgpd(folder, "bmp", frrConfig(kind))) {
                differences.putAll(differences(
                        kind,
                        frr.bgpPort(),
                        () -> frr.vtysh("show bgp ipv4 unicast json") + frr.vtysh("show bgp ipv6 unicast json")));
            }
        }
        assertThat(differences).isEqualTo(listed("FRR"));
    }

    @Test
    void goBgpHandlesTheFaultsAsTheTableOrAsListed() throws IOException {
        Map<String, String> differences = new TreeMap<>();
        for (String kind : PEERS.keySet()) {
            boolean member = kind.equals("CONFEDERATION_MEMBER");
            try (GoBgp gobgp = new GoBgp(folder, ROUTER, member ? 65100 : 65000, goBgpConfig(kind))) {
                differences.putAll(differences(
                        kind,
                        gobgp.bgpPort(),
                        () -> gobgp.received(LOCAL, "ipv4").toString()
                                + gobgp.received(LOCAL, "ipv6")));
            }
        }
        assertThat(differences).isEqualTo(listed("GoBGP"));
    }

    private static String frrConfig(String kind) {
        boolean member = kind.equals("CONFEDERATION_MEMBER");
        return """
            router bgp %d
             bgp router-id 192.0.2.1
             no bgp ebgp-requires-policy
            %s timers bgp 60 180
             timers connect 1
             neighbor 127.0.0.2 remote-as %d
             neighbor 127.0.0.2 passive
             neighbor 127.0.0.2 disable-connected-check
             address-family ipv6 unicast
              neighbor 127.0.0.2 activate
             exit-address-family
            """.formatted(
                member ? 65100 : 65000,
                member ? " bgp confederation identifier 65000\n bgp confederation peers 65101\n" : "",
                PEERS.get(kind));
    }

    private static String goBgpConfig(String kind) {
        boolean member = kind.equals("CONFEDERATION_MEMBER");
        return (member ? """
                [global.confederation.config]
                enabled = true
                identifier = 65000
                member-as-list = [65101]
                """ : "") + GoBgp.passiveNeighbor(LOCAL, PEERS.get(kind))
                .replace("connect-retry = 1", "connect-retry = 1\nidle-hold-time-after-reset = 1");
    }

    /** Returns the results that differ from the required handling, by kind of peer and example. */
    private static Map<String, String> differences(String kind, int port, Supplier<String> table) throws IOException {
        Map<String, String> results = new TreeMap<>();
        for (int asBytes : new int[] {4, 2}) {
            List<Example> examples = FaultyUpdates.examples().stream()
                    .filter(example -> example.asBytes() == asBytes)
                    .toList();
            results.putAll(results(kind, port, asBytes == 4, examples, table));
        }
        Map<String, String> differences = new TreeMap<>();
        for (Example example : FaultyUpdates.examples()) {
            String required = switch (example.handling(kind)) {
                case "SESSION_RESET" -> "session reset";
                case "TREAT_AS_WITHDRAW" -> "treat-as-withdraw";
                default -> "route used";
            };
            String result = Objects.requireNonNull(results.get(example.name()));
            if (!result.equals(required)) {
                differences.put(kind + ";" + example.name(), result);
            }
        }
        return differences;
    }

    private static Map<String, String> results(
            String kind, int port, boolean fourOctetAs, List<Example> examples, Supplier<String> table)
            throws IOException {
        Map<String, String> results = new TreeMap<>();
        List<Example> kept = new ArrayList<>();
        RawNeighbor neighbor = connected(kind, port, fourOctetAs);
        for (int i = 0; i < examples.size(); i++) {
            neighbor.send(message(kind, examples.get(i), i));
            if (neighbor.isReset(ANSWER)) {
                results.put(examples.get(i).name(), "session reset");
                neighbor.close();
                neighbor = connected(kind, port, fourOctetAs);
            } else {
                kept.add(examples.get(i));
            }
        }
        neighbor.close();
        try (RawNeighbor again = connected(kind, port, fourOctetAs)) {
            for (Example example : kept) {
                again.send(message(kind, example, examples.indexOf(example)));
            }
            String marker = HexFormat.of().formatHex(FaultyUpdates.message(kind));
            String plain = fourOctetAs ? marker : HexFormat.of().formatHex(twoOctets(kind));
            again.send(HexFormat.of().parseHex(plain.substring(0, plain.length() - IPV4.length()) + "180aff00"));
            Conditions.await("the last route", LIMIT, () -> table.get().contains(MARKER));
            String routes = table.get();
            for (Example example : kept) {
                boolean used = routes.contains(prefix(example, examples.indexOf(example)));
                results.put(example.name(), used ? "route used" : "treat-as-withdraw");
            }
        }
        return results;
    }

    private static byte[] twoOctets(String kind) {
        String first = kind.equals("CONFEDERATION_MEMBER") ? "0301fe4d" : "0201fbf0";
        String localPref = kind.equals("INTERNAL") ? "40050400000064" : "";
        return FaultyUpdates.update(
                new byte[0],
                HexFormat.of().parseHex("40010100" + "400204" + first + "400304c0000201" + localPref),
                HexFormat.of().parseHex(IPV4));
    }

    private static RawNeighbor connected(String kind, int port, boolean fourOctetAs) {
        AtomicReference<RawNeighbor> neighbor = new AtomicReference<>();
        Conditions.await("a session", LIMIT, () -> {
            RawNeighbor.connect(LOCAL, ROUTER, port, PEERS.get(kind), fourOctetAs).ifPresent(neighbor::set);
            return neighbor.get() != null;
        });
        return neighbor.get();
    }

    /** Returns the UPDATE of an example with a prefix of its own. */
    private static byte[] message(String kind, Example example, int number) {
        String hex = HexFormat.of().formatHex(example.message(kind));
        String changed = example.base().equals("mp")
                ? hex.replace(IPV6, "3020010db8%04x".formatted(0x1000 + number))
                : hex.substring(0, hex.length() - IPV4.length()) + "180a%02x00".formatted(number);
        return HexFormat.of().parseHex(changed);
    }

    private static String prefix(Example example, int number) {
        return example.base().equals("mp")
                ? "2001:db8:%x::/48".formatted(0x1000 + number)
                : "10.%d.0.0/24".formatted(number);
    }

    private static Map<String, String> listed(String program) throws IOException {
        Map<String, String> listed = new TreeMap<>();
        try (InputStream in = Objects.requireNonNull(
                AttributeErrorsInteropTest.class.getResourceAsStream("attribute-errors-differences.csv"))) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                String[] cells = line.split(";");
                if (cells[0].equals(program)) {
                    listed.put(cells[1] + ";" + cells[2], cells[3]);
                }
            }
        }
        return listed;
    }
}
