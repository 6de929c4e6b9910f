// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.harness.TestData;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.MpUnreach;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Update;
import tools.jackson.databind.JsonNode;

/** Tests states, findings and JSON lines of {@code pathproof verify}. Scripts depend on them. */
final class VerifyCommandTest extends VerifyRuns {
    @Test
    void theUpdatesOfTheRfcsAreValid() {
        Result result =
                run("--keys", KEYS, "--batch", resource("rfc-updates.ndjson").toString());
        assertThat(result.exitCode()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.lines()).hasSize(4).allSatisfy(line -> {
            assertThat(line.propertyNames())
                    .containsExactly("id", "state", "prefix", "origin_as", "target_as", "path", "findings", "hops");
            assertThat(text(line, "state")).isEqualTo("VALID");
            assertThat(line.path("origin_as").asLong()).isEqualTo(64496);
            assertThat(line.path("target_as").asLong()).isEqualTo(65537);
            assertThat(line.path("findings").isEmpty()).isTrue();
            assertThat(line.path("path").size()).isEqualTo(2);
            assertThat(line.path("path").get(0).toString()).isEqualTo("{\"asn\":65536,\"pcount\":1,\"flags\":0}");
        });
        assertThat(result.lines())
                .extracting(l -> text(l, "id"))
                .containsExactly("rfc8208-ipv4", "rfc8208-ipv6", "rfc8608-ipv4", "rfc8608-ipv6");
        assertThat(result.lines())
                .extracting(l -> text(l, "prefix"))
                .containsExactly("192.0.2.0/24", "2001:db8::/32", "192.0.2.0/24", "2001:db8::/32");
        JsonNode newest = result.lines().getFirst().path("hops").get(0);
        assertThat(newest.propertyNames()).containsExactly("hop", "asn", "ski", "target_as", "digest", "result");
        assertThat(newest.path("hop").asInt()).isEqualTo(2);
        assertThat(newest.path("asn").asLong()).isEqualTo(65536);
        assertThat(text(newest, "ski")).isEqualTo("47f23bf1ab2f8a9d26864ebbd8df2711c74406ec");
        assertThat(newest.path("target_as").asLong()).isEqualTo(65537);
        assertThat(text(newest, "digest"))
                .isEqualTo("014f24dae2a52190b0805c605db06354223e93ba411d3d82a3ec2636520c5f84");
        assertThat(text(newest, "result")).isEqualTo("verified");
        JsonNode origin = result.lines().getFirst().path("hops").get(1);
        assertThat(origin.path("hop").asInt()).isEqualTo(1);
        assertThat(text(origin, "digest"))
                .isEqualTo("2133e5caa026be073d9c1b4efeb9b9779f20f8f5de29fa9840009f6047d08154");
    }

    /** One valid Signature_Block suffices. Blocks of unsupported suites are ignored (RFC 8205 section 5.2). */
    @Test
    void experimentalSuiteNeedsItsOption() throws Exception {
        ExperimentalUpdate update = new ExperimentalUpdate(UPDATE, 250);
        Path p384Keys = folder.resolve("p384.json");
        Files.writeString(p384Keys, update.keys());
        List<String> hex = List.of("--target-as", "65537", "--hex", update.hex());
        assertThat(text(run(with(hex, "--keys", KEYS)).only(), "state")).isEqualTo("VALID");
        Result off = run(with(hex, "--keys", p384Keys.toString()));
        assertThat(text(off.only(), "state")).isEqualTo("NOT_VALID");
        assertThat(off.only().path("findings").toString()).contains("unsupported-suite");
        Result on = run(with(hex, "--keys", p384Keys.toString(), "--p384-suite", "250"));
        assertThat(text(on.only(), "state")).isEqualTo("VALID");
        Result other = run(with(hex, "--keys", p384Keys.toString(), "--p384-suite", "249"));
        assertThat(text(other.only(), "state")).isEqualTo("NOT_VALID");
        Result refused = run(with(hex, "--keys", KEYS, "--p384-suite", "2"));
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("--p384-suite").contains("247 to 250");
    }

    private static String[] with(List<String> arguments, String... more) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void aFlippedBitIsFoundAtItsHop() {
        String flipped = UPDATE.substring(0, UPDATE.length() - 1) + "b";
        Result result = run("--keys", KEYS, "--target-as", "65537", "--hex", flipped);
        assertThat(result.exitCode()).isEqualTo(1);
        JsonNode line = result.only();
        assertThat(text(line, "state")).isEqualTo("NOT_VALID");
        JsonNode finding = line.path("findings").get(0);
        assertThat(finding.propertyNames()).containsExactly("rule", "hop", "asn", "ski", "message");
        assertThat(text(finding, "rule")).isEqualTo("signature-mismatch");
        assertThat(finding.path("hop").asInt()).isEqualTo(1);
        assertThat(finding.path("asn").asLong()).isEqualTo(64496);
        assertThat(text(finding, "ski")).isEqualTo("ab4d910f55cae71a215ef3cafe3acc45b5eec154");
        assertThat(text(finding, "message")).startsWith("Hop 1 (AS 64496 → AS 65536): the signature does not verify");
        assertThat(line.path("hops")).extracting(h -> text(h, "result")).containsOnly("signature-mismatch");
    }

    @Test
    void theTargetAndThePeerAreChecked() {
        Result elsewhere = run("--keys", KEYS, "--target-as", "65550", "--hex", UPDATE);
        assertThat(rules(elsewhere.only())).containsExactly("signature-mismatch");
        assertThat(elsewhere.only().path("findings").get(0).path("hop").asInt()).isEqualTo(2);
        Result fromAnother = run("--keys", KEYS, "--target-as", "65537", "--peer-as", "65535", "--hex", UPDATE);
        assertThat(fromAnother.exitCode()).isEqualTo(1);
        assertThat(text(fromAnother.only(), "state")).isEqualTo("MALFORMED");
        assertThat(rules(fromAnother.only())).containsExactly("first-as-mismatch");
        Result loop = run("--keys", KEYS, "--target-as", "64496", "--hex", UPDATE);
        assertThat(rules(loop.only())).contains("as-loop");
        String withLocalPref = withLength(UPDATE + "40050400000064"); // mandatory from internal peers
        Result internal = run("--keys", KEYS, "--target-as", "65537", "--peer-as", "65537", "--hex", withLocalPref);
        assertThat(internal.exitCode()).isZero();
        Result member = run("--keys", KEYS, "--target-as", "65537", "--confederation-peer", "--hex", UPDATE);
        assertThat(rules(member.only())).containsExactly("confed-flag-missing");
    }

    @Test
    void aTransparentPeerMaySetPCountZero() {
        String zero = UPDATE.replace("01000001000001000000fbf0", "00000001000001000000fbf0");
        assertThat(zero).isNotEqualTo(UPDATE);
        assertThat(rules(run("--keys", KEYS, "--target-as", "65537", "--hex", zero)
                        .only()))
                .containsExactly("pcount-zero-not-allowed", "signature-mismatch");
        assertThat(rules(run("--keys", KEYS, "--target-as", "65537", "--transparent-peer", "--hex", zero)
                        .only()))
                .containsExactly("signature-mismatch");
    }

    @Test
    void plainBgpIsUnsigned() {
        String attributes = "400101004002060201" + "0000fbf0" + "400304c0000201";
        Result result = run("--keys", KEYS, "--target-as", "65537", "--hex", message(attributes, "18c00002"));
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(text(result.only(), "state")).isEqualTo("UNSIGNED");
        assertThat(text(result.only(), "prefix")).isEqualTo("192.0.2.0/24");
        assertThat(result.only().path("origin_as").asLong()).isEqualTo(64496);
        assertThat(result.only().path("path").get(0).path("asn").asLong()).isEqualTo(64496);
        assertThat(rules(result.only())).isEmpty();
    }

    @Test
    void explainsTheAttributeTypeInTheRfcExamples() {
        String asPrinted = UPDATE.replace("902100cd", "901e00cd");
        assertThat(asPrinted).isNotEqualTo(UPDATE);
        Result result = run("--keys", KEYS, "--target-as", "65537", "--hex", asPrinted);
        assertThat(text(result.only(), "state")).isEqualTo("MALFORMED");
        assertThat(rules(result.only())).containsExactly("as-path-missing");
        assertThat(text(result.only().path("findings").get(0), "message")).contains("IANA assigned 33");
    }

    @Test
    void damagedUpdatesAreMalformed() {
        String noReach = UPDATE.substring(0, 46) + UPDATE.substring(46).replace("800e0d00010104c63364640018c00002", "");
        String shorter = withLength(noReach);
        Result result = run("--keys", KEYS, "--target-as", "65537", "--hex", shorter);
        assertThat(text(result.only(), "state")).isEqualTo("MALFORMED");
        assertThat(rules(result.only())).containsExactly("missing-mp-reach");
        assertThat(result.only().path("prefix").isNull()).isTrue();
        assertThat(result.only().path("path").size()).isEqualTo(2);

        String badMp = UPDATE.replace("18c00002", "38c00002");
        Result undecodable = run("--keys", KEYS, "--target-as", "65537", "--hex", badMp);
        assertThat(undecodable.exitCode()).isEqualTo(1);
        assertThat(text(undecodable.only(), "state")).isEqualTo("MALFORMED");
        assertThat(rules(undecodable.only())).containsExactly("attribute-malformed");
    }

    @Test
    void allPrefixesAreShown() {
        String two = withLength(UPDATE.substring(0, 46)
                + UPDATE.substring(46)
                        .replace("800e0d00010104c63364640018c00002", "800e1100010104c63364640018c0000218c63364"));
        Result result = run("--keys", KEYS, "--target-as", "65537", "--hex", two);
        assertThat(text(result.only(), "state")).isEqualTo("MALFORMED");
        assertThat(rules(result.only())).containsExactly("multiple-prefixes");
        assertThat(result.only().path("prefixes"))
                .extracting(JsonNode::asString)
                .containsExactly("192.0.2.0/24", "198.51.100.0/24");
    }

    @Test
    void explanationHasTheSignedBytes() {
        Result result = run("--keys", KEYS, "--target-as", "65537", "--explain", "--hex", UPDATE);
        assertThat(text(result.only().path("hops").get(1), "signed_bytes"))
                .isEqualTo("00010000" + "0100" + "0000fbf0" + "01" + "0001" + "01" + "18c00002");
        assertThat(result.out()).contains("\"block\":1").contains("\"suite\":1");
    }

    @Test
    void aBgpsecPathInAnUpdateThatOnlyWithdrawsIsMalformed() {
        if (!(BgpCodec.decode(Bytes.fromHex(UPDATE), BgpSessionOptions.DEFAULT)
                instanceof Decoded.Ok<BgpMessage>(Update signed))) {
            throw new AssertionError("the example cannot be decoded");
        }
        BgpsecPath path = signed.find(BgpsecPath.class).orElseThrow();
        List<Nlri> gone = List.of(Nlri.of(Prefix.parse("192.0.2.0/24")));
        for (Update update : List.of(
                new Update(
                        List.of(),
                        List.of(path, new MpUnreach(0x80, AfiSafi.IPV4_UNICAST, gone, Bytes.EMPTY)),
                        List.of(),
                        List.of()),
                new Update(gone, List.of(path), List.of(), List.of()))) {
            String hex = BgpCodec.encode(update, BgpSessionOptions.DEFAULT).toHex();
            Result result = run("--keys", KEYS, "--target-as", "65537", "--hex", hex);
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(text(result.only(), "state")).isEqualTo("MALFORMED");
            assertThat(rules(result.only())).containsExactly("missing-mp-reach");
            assertThat(result.only().path("findings").get(0).path("message").asString())
                    .contains("only withdraws routes");
        }
    }

    /** A recorded session of NIST bgpsecio with AS 65537: all signatures verify, and two paths contain AS 65537. */
    @Test
    void verifiesASessionOfAnotherImplementation() {
        Result result = run(
                "--keys",
                TestData.path("vectors/nist-keys.json").toString(),
                "--target-as",
                "65537",
                TestData.path("vectors/nist-session-valid-k1.bgp").toString());
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.lines())
                .filteredOn(l -> text(l, "state").equals("MALFORMED"))
                .hasSize(2)
                .allSatisfy(l -> assertThat(rules(l)).containsOnly("as-loop"));
        assertThat(result.lines())
                .hasSizeGreaterThan(2)
                .allSatisfy(l -> assertThat(l.path("hops"))
                        .extracting(h -> text(h, "result"))
                        .containsOnly("verified"));
    }
}
