// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.FaultyUpdates;
import org.pathproof.harness.FaultyUpdates.Example;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.GoBgp;
import org.pathproof.wire.bgp.ErrorHandling;

/**
 * Sends each UPDATE of {@link FaultyUpdates} to FRR and GoBGP, as a second opinion: does the program reset the session,
 * treat the route as withdrawn, discard the attribute, or use it? {@code FaultyUpdatesTest} tests that the speaker of
 * the project handles the same UPDATEs as required. {@link AttributeDifferences} has all differences.
 *
 * <p>Each UPDATE has a session and a prefix of its own. A marker follows it in the session: a route without faults,
 * with all other attributes the same. The marker in the table shows that the UPDATE was handled. An observer, to which
 * the program passes on both routes, shows whether they have the same attributes.
 */
class AttributeErrorsInteropTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration PROBE = Duration.ofSeconds(5);
    private static final String ROUTER = "127.0.0.1";
    private static final int ROUTER_AS = 65100;
    private static final String USED = "attribute used";
    private static final String END_OF_PROGRAM = "end of the program";
    private static final Path PAGE = Path.of("../../docs/reference/attribute-errors.md");
    private static final String IPV4 = "18cb0071";
    private static final String IPV6 = "3020010db80001";
    private static final HexFormat HEX = HexFormat.of();

    /** A kind of peer: its addresses are 127.{@code net}.0.0/16. */
    private record Kind(String name, int net, int asn) {
        String address(int number) {
            return "127.%d.0.%d".formatted(net, number + 1);
        }
    }

    /** The router is in the Member-AS 65100 of the confederation 65000. */
    private static final List<Kind> KINDS = List.of(
            new Kind("EXTERNAL", 1, 64496),
            new Kind("CONFEDERATION_MEMBER", 2, 65101),
            new Kind("INTERNAL", 3, ROUTER_AS));

    private static final Kind OBSERVER = new Kind("OBSERVER", 4, ROUTER_AS);

    private static final String FRR = """
            router bgp 65100
             bgp router-id 192.0.2.1
             bgp confederation identifier 65000
             bgp confederation peers 65101
             no bgp ebgp-requires-policy
             bgp listen limit 1000
            """;
    private static final String FRR_GROUP = """
             neighbor %1$s peer-group
             neighbor %1$s remote-as %2$d
             neighbor %1$s disable-connected-check
             bgp listen range 127.%3$d.0.0/16 peer-group %1$s
             address-family ipv6 unicast
              neighbor %1$s activate
             exit-address-family
            """;
    private static final String FRR_OBSERVER = """
             address-family ipv4 unicast
              neighbor OBSERVER route-reflector-client
             exit-address-family
             address-family ipv6 unicast
              neighbor OBSERVER route-reflector-client
             exit-address-family
            """;

    private static final String GOBGP = """
            [global.confederation.config]
            enabled = true
            identifier = 65000
            member-as-list = [65101]
            """;
    private static final String GOBGP_GROUP = """
            [[dynamic-neighbors]]
            [dynamic-neighbors.config]
            prefix = "127.%3$d.0.0/16"
            peer-group = "%1$s"
            [[peer-groups]]
            [peer-groups.config]
            peer-group-name = "%1$s"
            peer-as = %2$d
            [peer-groups.error-handling.config]
            treat-as-withdraw = true
            [[peer-groups.afi-safis]]
            [peer-groups.afi-safis.config]
            afi-safi-name = "ipv4-unicast"
            [[peer-groups.afi-safis]]
            [peer-groups.afi-safis.config]
            afi-safi-name = "ipv6-unicast"
            """;
    private static final String GOBGP_OBSERVER = """
            [peer-groups.graceful-restart.config]
            enabled = true
            restart-time = 60
            [peer-groups.route-reflector.config]
            route-reflector-client = true
            route-reflector-cluster-id = "192.0.2.1"
            """;

    @TempDir
    Path folder;

    @Test
    void frrHandlesTheFaultsAsRequiredOrAsListed() throws IOException {
        try (FrrBgpd frr = new FrrBgpd(folder, "bmp", FRR + groups(FRR_GROUP) + FRR_OBSERVER)) {
            compare(
                    "FRR",
                    frr.bgpPort(),
                    () -> frr.vtysh("show bgp ipv4 unicast json") + frr.vtysh("show bgp ipv6 unicast json"));
        }
    }

    /** An UPDATE that ends the program has a program of its own. */
    @Test
    void goBgpEndsByTheListedUpdates() throws IOException {
        Map<String, String> listed = AttributeDifferences.of("GoBGP");
        for (Kind kind : KINDS) {
            for (Example example : FaultyUpdates.examples()) {
                if (endsProgram(listed, kind, example)) {
                    goBgpEndsBy(kind, example);
                }
            }
        }
    }

    private static boolean endsProgram(Map<String, String> listed, Kind kind, Example example) {
        return listed.getOrDefault(key(kind, example), "").endsWith(END_OF_PROGRAM);
    }

    private void goBgpEndsBy(Kind kind, Example example) throws IOException {
        try (GoBgp gobgp = goBgp()) {
            InetSocketAddress router = router(gobgp.bgpPort());
            try (RawNeighbor neighbor = neighbor(kind, example, 0, router)) {
                Conditions.await("the end of GoBGP", LIMIT, () -> !gobgp.isAlive());
                assertThat(neighbor.isEstablished()).isTrue();
            }
        }
    }

    private GoBgp goBgp() {
        return new GoBgp(folder, ROUTER, ROUTER_AS, GOBGP + groups(GOBGP_GROUP) + GOBGP_OBSERVER);
    }

    @Test
    void goBgpHandlesTheFaultsAsRequiredOrAsListed() throws IOException {
        try (GoBgp gobgp = goBgp()) {
            compare(
                    "GoBGP",
                    gobgp.bgpPort(),
                    () -> gobgp.gobgp("global", "rib", "-a", "ipv4", "-j")
                            + gobgp.gobgp("global", "rib", "-a", "ipv6", "-j"));
        }
    }

    /** Returns the configuration of all peers; the observer is the last one. */
    private static String groups(String one) {
        StringBuilder groups = new StringBuilder();
        KINDS.forEach(kind -> groups.append(one.formatted(kind.name, kind.asn, kind.net)));
        return groups.append(one.formatted(OBSERVER.name, OBSERVER.asn, OBSERVER.net))
                .toString();
    }

    @Test
    void thePageHasTheDifferences() throws IOException {
        String page = Files.readString(PAGE);
        String expected = page;
        for (String program : List.of("FRR", "GoBGP")) {
            String head = "\n### Differences of %s\n\n".formatted(program);
            int from = expected.indexOf(head) + head.length();
            assertThat(from).as(head).isGreaterThan(head.length());
            int end = expected.indexOf("\n#", from);
            expected = expected.substring(0, from)
                    + AttributeDifferences.table(program)
                    + (end < 0 ? "" : expected.substring(end));
        }
        if (Boolean.getBoolean("pathproof.write-docs")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(PAGE)
                .as("update it: mvn -Pquick test -pl libs/bgp -am -Dtest=AttributeErrorsInteropTest"
                        + " -Dpathproof.write-docs=true -Dsurefire.failIfNoSpecifiedTests=false")
                .content()
                .isEqualTo(expected);
    }

    /** Compares the results with the required ones and the listed differences. */
    private static void compare(String program, int port, Supplier<String> table) throws IOException {
        Map<String, String> listed = AttributeDifferences.of(program);
        Map<String, String> differences = new TreeMap<>();
        InetSocketAddress router = router(port);
        for (Kind kind : KINDS) {
            List<Example> examples = FaultyUpdates.examples().stream()
                    .filter(example -> !endsProgram(listed, kind, example))
                    .toList();
            Map<String, String> results = results(kind, examples, router, table);
            for (Example example : examples) {
                ErrorHandling required = ErrorHandling.valueOf(example.handling(kind.name));
                String result = Objects.requireNonNull(results.get(example.name()));
                boolean used = result.equals(USED) || result.equals(ErrorHandling.ATTRIBUTE_DISCARD.text());
                if (required == ErrorHandling.NO_ERROR
                        ? !used
                        : !required.text().equals(result)) {
                    differences.put(key(kind, example), required.text() + ";" + result);
                }
            }
        }
        Map<String, String> expected = new TreeMap<>(listed);
        expected.values().removeIf(difference -> difference.endsWith(END_OF_PROGRAM));
        assertThat(differences)
                .as("update attribute-errors-differences.csv and the page if another version of %s differs", program)
                .isEqualTo(expected);
    }

    /** Returns the address of the router, which now accepts the sessions of all groups. */
    private static InetSocketAddress router(int port) {
        InetSocketAddress router = new InetSocketAddress(InetAddress.ofLiteral(ROUTER), port);
        Conditions.await("a session with the router", LIMIT, () -> {
            try (RawNeighbor probe = new RawNeighbor(OBSERVER.address(0), router, OBSERVER.asn, true, new byte[0])) {
                return Conditions.holds(PROBE, PROBE.dividedBy(100), () -> probe.isEstablished() || probe.isEnded())
                        && probe.isEstablished();
            } catch (IOException _) {
                return false;
            }
        });
        return router;
    }

    private static String key(Kind kind, Example example) {
        return kind.name + ";" + example.name();
    }

    /** Sends each example in a session of its own, and returns the results by name. */
    private static Map<String, String> results(
            Kind kind, List<Example> examples, InetSocketAddress router, Supplier<String> table) throws IOException {
        List<RawNeighbor> neighbors = new ArrayList<>();
        try {
            for (int i = 0; i < examples.size(); i++) {
                neighbors.add(neighbor(kind, examples.get(i), i, router));
            }
            Conditions.await("the end of all sessions, or their markers", LIMIT, () -> {
                String routes = table.get();
                return IntStream.range(0, examples.size())
                        .allMatch(i -> neighbors.get(i).isEstablished()
                                && (neighbors.get(i).isEnded() || routes.contains(text(examples.get(i), i, true))));
            });
            String routes = table.get();
            Map<String, Map<Integer, String>> observed = observed(kind, router);
            Map<String, String> results = new TreeMap<>();
            for (int i = 0; i < examples.size(); i++) {
                Example example = examples.get(i);
                String result;
                if (neighbors.get(i).isEnded()) {
                    result = ErrorHandling.SESSION_RESET.text();
                } else if (!routes.contains(text(example, i, false))) {
                    result = ErrorHandling.TREAT_AS_WITHDRAW.text();
                } else {
                    result = used(observed.get(wire(example, i, false)), observed.get(wire(example, i, true)));
                }
                results.put(example.name(), result);
            }
            return results;
        } finally {
            for (RawNeighbor neighbor : neighbors) {
                neighbor.close();
            }
        }
    }

    /** Returns the result for a route in the table, from the attributes with which it and its marker are passed on. */
    private static String used(@Nullable Map<Integer, String> attributes, @Nullable Map<Integer, String> marker) {
        if (attributes == null) {
            return "not passed on";
        }
        return attributes.equals(Objects.requireNonNull(marker)) ? ErrorHandling.ATTRIBUTE_DISCARD.text() : USED;
    }

    private static RawNeighbor neighbor(Kind kind, Example example, int number, InetSocketAddress router)
            throws IOException {
        return new RawNeighbor(
                kind.address(number), router, kind.asn, example.asBytes() == 4, messages(kind, example, number));
    }

    /** Returns the routes that the router passes on, with their attributes. */
    private static Map<String, Map<Integer, String>> observed(Kind kind, InetSocketAddress router) throws IOException {
        try (RawNeighbor observer =
                new RawNeighbor(OBSERVER.address(kind.net), router, OBSERVER.asn, true, new byte[0])) {
            Conditions.await("the table of the observer", LIMIT, observer::hasWholeTable);
            return ObservedRoutes.of(observer.updates);
        }
    }

    /** Returns the UPDATE of an example and the UPDATE of its marker, which has the first of repeated attributes. */
    private static byte[] messages(Kind kind, Example example, int number) {
        String added = example.fault().equals("REPEATED") ? withoutLast(example.added()) : "";
        Example marker =
                new Example("marker", 0, "", example.asBytes(), example.base(), Set.of(), added, example.handlings());
        String update = HEX.formatHex(example.message(kind.name));
        String second = HEX.formatHex(marker.message(kind.name));
        return HEX.parseHex(update.replace(prefixOf(example), wire(example, number, false))
                + second.replace(prefixOf(example), wire(example, number, true)));
    }

    private static String withoutLast(String attributes) {
        byte[] bytes = HEX.parseHex(attributes.replace(" ", ""));
        int last = 0;
        for (int next = 0; next < bytes.length; next += 3 + bytes[next + 2]) {
            last = next;
        }
        return HEX.formatHex(bytes, 0, last);
    }

    private static String prefixOf(Example example) {
        return example.base().equals("mp") ? IPV6 : IPV4;
    }

    private static String wire(Example example, int number, boolean marker) {
        return example.base().equals("mp")
                ? "3020010db8%x%03x".formatted(marker ? 2 : 1, number)
                : "180a%02x%02x".formatted(number, marker ? 1 : 0);
    }

    /** Returns the prefix as JSON of both programs has it. */
    private static String text(Example example, int number, boolean marker) {
        return example.base().equals("mp")
                ? "\"2001:db8:%x%03x::/48\"".formatted(marker ? 2 : 1, number)
                : "\"10.%d.%d.0/24\"".formatted(number, marker ? 1 : 0);
    }
}
