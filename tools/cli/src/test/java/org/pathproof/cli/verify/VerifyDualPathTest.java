// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.pathproof.cli.PathproofCommand;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Update;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests {@code pathproof verify --dual-path}: BGPsec_PATH beside AS_PATH (ADR 24). */
class VerifyDualPathTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final JsonNode RFC =
            JSON.readTree(read("rfc-updates.ndjson").lines().findFirst().orElseThrow());
    private static final Update SIGNED =
            (Update) BgpCodec.decode(Bytes.fromHex(RFC.path("update").asString()), BgpSessionOptions.DEFAULT)
                    .orThrow();
    private static final BgpsecPath PATH = SIGNED.find(BgpsecPath.class).orElseThrow();
    private static final Nlri PREFIX =
            SIGNED.find(MpReach.class).orElseThrow().nlri().getFirst();
    private static final SecurePath SECURE_PATH =
            BgpsecPathCodec.decode(PATH.value()).orThrow();
    private static final List<Long> AS_PATH =
            SECURE_PATH.segments().stream().map(SecurePath.Segment::asn).toList();

    @Test
    void anEqualAsPathIsValidWithTheOption() {
        List<JsonNode> lines = run(0, "--dual-path", "--hex", hex(AS_PATH, PREFIX));
        assertThat(lines).singleElement().satisfies(line -> {
            assertThat(line.path("state").asString()).isEqualTo("VALID");
            assertThat(line.path("dual_path").asBoolean()).isTrue();
            assertThat(line.path("origin_as").asLong()).isEqualTo(AS_PATH.getLast());
        });
    }

    @Test
    void withoutTheOptionTheUpdateIsMalformed() {
        List<JsonNode> lines = run(1, "--hex", hex(AS_PATH, PREFIX));
        assertThat(lines.getFirst().path("state").asString()).isEqualTo("MALFORMED");
        assertThat(lines.getFirst().has("dual_path")).isFalse();
        assertThat(rules(lines.getFirst())).contains("as-path-and-bgpsec-path", "missing-mp-reach");
        assertThat(lines.getFirst().at("/findings/0/hop").isInt()).isTrue();
        assertThat(lines.getFirst().at("/findings/0/hop").asInt(-1))
                .as("the whole path")
                .isZero();
    }

    @Test
    void anAsPathThatDiffersIsMalformed() {
        List<Long> other = new ArrayList<>(AS_PATH);
        other.addFirst(other.getFirst());
        JsonNode line = run(1, "--dual-path", "--hex", hex(other, PREFIX)).getFirst();
        assertThat(line.path("state").asString()).isEqualTo("MALFORMED");
        assertThat(rules(line)).containsExactly("as-path-differs");
    }

    @Test
    void eachPrefixIsVerifiedByItself() {
        List<JsonNode> lines =
                run(1, "--dual-path", "--hex", hex(AS_PATH, Nlri.of(Prefix.parse("203.0.113.0/24")), PREFIX));
        assertThat(lines).extracting(line -> line.path("state").asString()).containsExactly("NOT_VALID", "VALID");
        assertThat(lines)
                .extracting(line -> line.path("prefix").asString())
                .containsExactly("203.0.113.0/24", PREFIX.prefix().toString());
    }

    @Test
    void withTheOptionBgpsecPathAloneLacksTheCapability() {
        JsonNode line =
                run(1, "--dual-path", "--hex", RFC.path("update").asString()).getFirst();
        assertThat(rules(line)).containsExactly("capability-not-negotiated");
    }

    private static List<JsonNode> run(int exitCode, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "verify",
                "--keys",
                resource("rfc-keys.json").toString(),
                "--target-as",
                RFC.path("target_as").asString()));
        arguments.addAll(List.of(more));
        StringWriter out = new StringWriter();
        int code =
                PathproofCommand.commandLine().setOut(new PrintWriter(out)).execute(arguments.toArray(String[]::new));
        assertThat(code).as(out.toString()).isEqualTo(exitCode);
        return out.toString().lines().map(JSON::readTree).toList();
    }

    private static List<String> rules(JsonNode line) {
        return line.path("findings")
                .valueStream()
                .map(finding -> finding.path("rule").asString())
                .toList();
    }

    /** Returns an UPDATE with both path attributes and its prefixes in the NLRI field. */
    private static String hex(List<Long> asPath, Nlri... prefixes) {
        List<PathAttribute> attributes = List.of(
                new Origin(0x40, 0),
                new AsPath(0x40, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, asPath))),
                new NextHop(0x40, Bytes.fromHex("c0000201")),
                PATH);
        Update update = new Update(List.of(), attributes, List.of(prefixes), List.of());
        return BgpCodec.encode(update, BgpSessionOptions.DEFAULT).toHex();
    }

    private static String read(String name) {
        try {
            return Files.readString(resource(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path resource(String name) {
        try {
            return Path.of(Objects.requireNonNull(VerifyDualPathTest.class.getResource(name))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
