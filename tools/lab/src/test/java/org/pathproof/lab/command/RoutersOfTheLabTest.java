// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.rpki.json.RpkiJsonReader;
import org.pathproof.rpki.rtr.RtrClient;
import org.pathproof.rpki.rtr.RtrClientSettings;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpFramer;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.RouteMonitoring;
import org.pathproof.wire.rpki.RouterKey;

/** Keys, cache, dummy router and BMP for routers of other projects in a lab. */
final class RoutersOfTheLabTest {
    private static final int MAX_MESSAGE_BYTES = 1 << 20;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern CACHE = Pattern.compile("(\\d+) objects are served over RTR at 127.0.0.1:(\\d+)");

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();

    @Test
    void keygenWritesThePrivateKeysOfThePublishedKeys() throws IOException {
        run(0, "keygen", "-o", folder.toString(), "64496", "4200000001");
        LabKeys keys = new LabKeys("pathproof");
        for (long asn : List.of(64496L, 4200000001L)) {
            ECPrivateKey key = ECPrivateKey.getInstance(Files.readAllBytes(folder.resolve(asn + ".der")));
            assertThat(key.getKey()).isEqualTo(keys.of(asn).secret());
            Bytes point = Bytes.wrap(Objects.requireNonNull(key.getPublicKey()).getBytes());
            assertThat(keys.of(asn).routerKey().spki().toHex()).endsWith(point.toHex());
        }
        assertThat(RpkiJsonReader.read(folder.resolve("keys.json"), null).objects())
                .containsExactlyInAnyOrder(
                        keys.of(64496).routerKey(), keys.of(4200000001L).routerKey());
        assertThat(out.toString())
                .isEqualToNormalizingNewlines("64496 " + keys.of(64496).ski().toHex() + "\n4200000001 "
                        + keys.of(4200000001L).ski().toHex() + "\n");
    }

    @Test
    void spkiCacheServesTheKeysOfAFile() throws Exception {
        run(0, "keygen", "-o", folder.toString(), "64496", "64497");
        Thread cache = Thread.ofPlatform()
                .start(() -> LabCommand.commandLine()
                        .setOut(new PrintWriter(out, true))
                        .setErr(new PrintWriter(new StringWriter()))
                        .execute(
                                "spki-cache",
                                "--port",
                                "0",
                                folder.resolve("keys.json").toString()));
        try {
            Conditions.await("the cache", LIMIT, () -> CACHE.matcher(text()).find());
            Matcher line = CACHE.matcher(text());
            assertThat(line.find()).isTrue();
            assertThat(line.group(1)).isEqualTo("2");
            try (RtrClient router =
                    new RtrClient(RtrClientSettings.of("127.0.0.1", Integer.parseInt(line.group(2))), _ -> {})) {
                router.start();
                Conditions.await("the keys", LIMIT, () -> router.data().isPresent());
                assertThat(router.data().orElseThrow().allRouterKeys())
                        .extracting(RouterKey::asn)
                        .containsExactlyInAnyOrder(64496L, 64497L);
            }
        } finally {
            cache.interrupt();
            cache.join();
        }
    }

    @Test
    void dummyRouterShowsTheAnswersOfARouter() throws IOException {
        Path malformed = folder.resolve("malformed.hex");
        // An UPDATE whose withdrawn routes are longer than the message: Malformed Attribute List (RFC 4271, 6.3).
        Files.writeString(malformed, "ff".repeat(16) + "0017 02\nffff0000");
        String config = """
            router bgp 64500
             no bgp ebgp-requires-policy
             neighbor 127.0.0.3 remote-as 64510
             neighbor 127.0.0.3 passive
             neighbor 127.0.0.3 disable-connected-check
            """;
        try (FrrBgpd frr = new FrrBgpd(folder, "bmp", config)) {
            String port = Integer.toString(frr.bgpPort());
            String[] session = {"dummy-router", "--to", "127.0.0.1", "--from", "127.0.0.3", "--port", port};
            run(0, with(session, "--bgpsec-version", "1", "--bgpsec-afi", "3,4"));
            assertThat(text()).contains("open: session with AS 64500");
            run(1, with(session, "--as", "64511"));
            assertThat(text()).contains("open: NOTIFICATION OPEN Message Error 2/2");
            run(0, with(session, malformed.toString()));
            assertThat(text()).contains("malformed.hex: NOTIFICATION UPDATE Message Error 3/1");
            Path batch = folder.resolve("batch.jsonl");
            run(0, with(session, "--attack", "both-paths", "--batch-out", batch.toString()));
            assertThat(text()).contains("both-paths: no NOTIFICATION");
            assertThat(Files.readString(batch))
                    .startsWith("{\"id\":\"both-paths\",")
                    .endsWith("\"target_as\":64500,\"peer_as\":64510}\n");
            run(2, with(session, "--attack", "no-such-attack"));
        }
    }

    @Test
    void captureToBmpReportsTheUpdatesOfASession() throws Exception {
        Path stream = folder.resolve("router.bmp");
        // The session of QuaggaSRx 0.6 (AS 64501) with FRR's BGPsec fork (AS 64502), with keys of `lab keygen`.
        run(
                0,
                "capture-to-bmp",
                "--router",
                "10.99.0.3",
                "--name",
                "as64502",
                "-o",
                stream.toString(),
                resource("quaggasrx.pcap").toString());
        List<BmpMessage> messages = messages(Bytes.wrap(Files.readAllBytes(stream)));
        PeerUp up = messages.stream()
                .filter(PeerUp.class::isInstance)
                .map(PeerUp.class::cast)
                .filter(peer -> peer.peer().asn() == 64501)
                .findFirst()
                .orElseThrow();
        assertThat(open(up.receivedOpen()).advertisesBgpsec(Capability.Bgpsec.Direction.SEND, 1))
                .isTrue();
        assertThat(open(up.sentOpen()).advertisesBgpsec(Capability.Bgpsec.Direction.RECEIVE, 1))
                .isTrue();
        assertThat(messages.stream()
                        .filter(RouteMonitoring.class::isInstance)
                        .map(RouteMonitoring.class::cast)
                        .filter(route -> route.peer().asn() == 64501)
                        .map(route -> decoded(route.bgpMessage()))
                        .map(Update.class::cast)
                        .filter(update -> update.find(BgpsecPath.class).isPresent()))
                .hasSize(1);
    }

    private static List<BmpMessage> messages(Bytes stream) {
        List<BmpMessage> messages = new ArrayList<>();
        for (Bytes rest = stream; !rest.isEmpty(); ) {
            int length = value(BmpFramer.messageLength(rest, MAX_MESSAGE_BYTES));
            messages.add(value(BmpCodec.decode(rest.slice(0, length))));
            rest = rest.from(length);
        }
        return messages;
    }

    private static Open open(Bytes message) {
        return (Open) decoded(message);
    }

    private static BgpMessage decoded(Bytes message) {
        return value(BgpCodec.decode(message, BgpSessionOptions.DEFAULT));
    }

    private static <T> T value(Decoded<T> decoded) {
        return switch (decoded) {
            case Decoded.Ok<T>(T read) -> read;
            case Decoded.Damaged<T>(var error, Bytes _) -> throw new AssertionError(error.message());
        };
    }

    private static Path resource(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(RoutersOfTheLabTest.class.getResource("/org/pathproof/lab/" + name))
                .toURI());
    }

    private static String[] with(String[] first, String... more) {
        return Stream.of(first, more).flatMap(Arrays::stream).toArray(String[]::new);
    }

    /** Runs a command, with its output in {@link #out}. */
    private void run(int code, String... arguments) {
        StringWriter err = new StringWriter();
        assertThat(LabCommand.commandLine()
                        .setOut(new PrintWriter(out, true))
                        .setErr(new PrintWriter(err, true))
                        .execute(arguments))
                .as(err.toString())
                .isEqualTo(code);
    }

    private String text() {
        synchronized (out.getBuffer()) {
            return out.toString();
        }
    }
}
