// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.pathproof.harness.Bird;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.GoBgp;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The cases of all programs that read from an RTR listener. */
final class Routers {
    private static final Program RTRCLIENT = Program.debian("rtrclient (RTRlib)", "rtrclient", "rtr-tools");
    private static final Program FRR = Program.debian("FRR bgpd", "bgpd", "frr-rpki-rtrlib");
    private static final Program BIRD = Program.debian("BIRD", "bird", "bird2");
    private static final Program GOBGP = Program.debian("GoBGP", "gobgpd", "gobgpd");
    private static final Program RTRDUMP = Program.debian("rtrdump (StayRTR)", "rtrdump", "stayrtr");

    private static final Set<Kind> VRPS = EnumSet.of(Kind.VRPS);
    private static final String RETRY = "not waited for: connects after the Retry Interval of 60 s";
    private static final Pattern BIRD_ROW = Pattern.compile("(?m)^(\\S+/\\d+)-(\\d+) AS(\\d+)\\s");
    private static final Pattern GOBGP_ROW = Pattern.compile("(?m)^(\\S+/\\d+)\\s+(\\d+)\\s+(\\d+)\\s");
    private static final Duration SSH_LIMIT = Duration.ofSeconds(20);
    private static final int LOCAL_AS = 64_999;

    private Routers() {}

    static List<RouterCase> all() {
        return List.of(
                new RouterCase(
                        RTRCLIENT,
                        Transport.TCP,
                        Kind.of(1),
                        1,
                        RETRY,
                        (folder, credentials, port) ->
                                new RtrClientRouter(folder, List.of("tcp", "127.0.0.1", "" + port))),
                new RouterCase(
                        RTRCLIENT,
                        Transport.SSH,
                        Kind.of(1),
                        1,
                        RETRY,
                        (folder, credentials, port) -> new RtrClientRouter(
                                folder,
                                List.of(
                                        "ssh",
                                        "127.0.0.1",
                                        "" + port,
                                        Credentials.USER,
                                        credentials.userKey().toString()))),
                new RouterCase(
                        FRR, Transport.TCP, VRPS, 1, RETRY, (folder, credentials, port) -> frr(folder, "" + port)),
                new RouterCase(FRR, Transport.SSH, VRPS, 1, RETRY, Routers::frrOverSsh),
                new RouterCase(
                        BIRD, Transport.TCP, VRPS, 1, null, (folder, credentials, port) -> bird(folder, port, "tcp")),
                new RouterCase(
                        BIRD,
                        Transport.SSH,
                        VRPS,
                        1,
                        null,
                        (folder, credentials, port) -> bird(
                                folder,
                                port,
                                "ssh { bird private key \"%s\"; remote public key \"%s\"; user \"%s\"; }"
                                        .formatted(
                                                credentials.userKey(),
                                                knownHosts(folder, credentials, port),
                                                Credentials.USER))),
                new RouterCase(GOBGP, Transport.TCP, VRPS, 0, null, (folder, credentials, port) -> goBgp(folder, port)),
                rtrDump(Transport.TCP, 0),
                rtrDump(Transport.TCP, 1),
                rtrDump(Transport.WITHOUT_ASPAS, 2),
                rtrDump(Transport.TLS, 1),
                rtrDump(Transport.SSH, 1),
                rtrTr(Transport.TCP),
                rtrTr(Transport.TLS));
    }

    private static RouterCase rtrDump(Transport transport, int version) {
        Set<Kind> kinds = EnumSet.copyOf(Kind.of(version));
        if (transport == Transport.WITHOUT_ASPAS) {
            kinds.remove(Kind.ASPAS);
        }
        return new RouterCase(
                RTRDUMP,
                transport,
                kinds,
                version,
                null,
                (folder, credentials, port) -> new RtrDumpRouter(folder, credentials, transport, port, version));
    }

    private static RouterCase rtrTr(Transport transport) {
        return new RouterCase(
                RtrTr.PROGRAM,
                transport,
                Kind.of(2),
                2,
                null,
                (folder, credentials, port) -> RtrTr.router(folder, credentials, transport, port));
    }

    /** Starts FRR, if it opens an SSH session with StayRTR. FRR 8.4.4 of Debian 12 opens none. */
    private static Router frrOverSsh(Path folder, Credentials credentials, int port) throws IOException {
        Path control = Files.createDirectories(folder.resolve("control"));
        try (Cache cache = new StayRtrCache(control, credentials, Transport.SSH, SampleObjects.FIRST);
                Router frr = frr(
                        control,
                        ssh(
                                credentials,
                                Objects.requireNonNull(cache.source().get("cache"))
                                        .replaceAll(".*:", "")))) {
            if (!Conditions.holds(
                    SSH_LIMIT, Duration.ofSeconds(1), () -> !frr.data().isEmpty())) {
                throw new Unusable("not run: this FRR opens no SSH session, with StayRTR either");
            }
        }
        return frr(folder, ssh(credentials, "" + port));
    }

    private static String ssh(Credentials credentials, String port) {
        return port + " " + Credentials.USER + " " + credentials.userKey();
    }

    private static Router frr(Path folder, String cache) throws IOException {
        FrrBgpd bgpd = new FrrBgpd(folder, """
                rpki
                 rpki polling_period 5
                 rpki retry_interval 1
                 rpki expire_interval 600
                 rpki cache 127.0.0.1 %s preference 1
                exit
                router bgp %d
                """.formatted(cache, LOCAL_AS));
        return new Polled(bgpd, () -> {
            String json = bgpd.vtysh("show rpki prefix-table json");
            return JsonMapper.shared()
                    .readTree(json.substring(Math.max(0, json.indexOf('{'))))
                    .path("prefixes")
                    .valueStream()
                    .map(Routers::frrLine)
                    .collect(Collectors.toSet());
        });
    }

    private static String frrLine(JsonNode row) {
        return SampleObjects.vrp(
                row.path("prefix").asString() + "/" + row.path("prefixLenMin").asInt(),
                row.path("prefixLenMax").asInt(),
                row.path("asn").asLong());
    }

    /** Writes the host key of the cache as a file of known hosts. */
    private static Path knownHosts(Path folder, Credentials credentials, int port) throws IOException {
        String[] key = credentials.hostKeyLine().split(" ", 3);
        return Files.writeString(
                folder.resolve("known_hosts"), "[127.0.0.1]:" + port + " " + key[0] + " " + key[1] + "\n");
    }

    private static Router bird(Path folder, int port, String transport) {
        Bird bird = new Bird(folder, """
                roa4 table vrps4;
                roa6 table vrps6;
                protocol rpki pathproof {
                  roa4 { table vrps4; };
                  roa6 { table vrps6; };
                  remote 127.0.0.1 port %d;
                  transport %s;
                  retry keep 1;
                }
                """.formatted(port, transport));
        return new Polled(bird, () -> lines(BIRD_ROW, bird.birdc("show", "route", "all")));
    }

    private static Router goBgp(Path folder, int port) {
        GoBgp goBgp = new GoBgp(folder, "127.0.0.2", LOCAL_AS, """
                [[rpki-servers]]
                [rpki-servers.config]
                address = "127.0.0.1"
                port = %d
                """.formatted(port));
        return new Polled(
                goBgp,
                () -> lines(
                        GOBGP_ROW,
                        goBgp.gobgp("rpki", "table", "-a", "ipv4") + "\n"
                                + goBgp.gobgp("rpki", "table", "-a", "ipv6")));
    }

    /** Returns lines of VRPs from rows with prefix, maximum length and AS. */
    private static Set<String> lines(Pattern row, String output) {
        return row.matcher(output).results().map(Routers::line).collect(Collectors.toSet());
    }

    private static String line(MatchResult row) {
        return SampleObjects.vrp(row.group(1), Integer.parseInt(row.group(2)), Long.parseLong(row.group(3)));
    }
}
