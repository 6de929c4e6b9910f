// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.harness.TestData;
import org.pathproof.rpki.RouterKeyForm;
import org.pathproof.rpki.RpkiBounds;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.TestKeys;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.Vrp;

class RpkiJsonTest {
    @TempDir
    Path folder;

    private static final String SKI = TestKeys.AS64496.ski().toHex();
    private static final byte[] SPKI = TestKeys.AS64496.spki().toArray();
    private static final String PUBKEY = Base64.getEncoder().encodeToString(SPKI);
    private static final String URL_KEY =
            Base64.getUrlEncoder().withoutPadding().encodeToString(SPKI);
    private static final String URL_SKI = Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(TestKeys.AS64496.ski().toArray());

    private static RpkiDocument read(String json) {
        return RpkiJsonReader.read(new ByteArrayInputStream(json.getBytes(UTF_8)), "test.json", null);
    }

    @Test
    void boundsTheNumberOfProblems() throws IOException {
        String refused = "7,".repeat(2000);
        Path file = Files.writeString(
                folder.resolve("refused.json"),
                "{\"roas\": [" + refused + "{\"asn\": 1, \"prefix\": \"192.0.2.0/24\"},"
                        + "{\"asn\": 2, \"prefix\": \"192.0.2.0/24\"}]}");

        assertThat(RpkiJsonReader.read(file, null).problems()).hasSize(1000);
        RpkiDocument tooLarge = RpkiJsonReader.read(file, null, new RpkiBounds(1, 1, 1, 1));
        assertThat(tooLarge.problems()).hasSize(1000);
        assertThat(tooLarge.problems().getFirst().message()).contains("max-vrps");
        assertThat(tooLarge.readable()).isFalse();
    }

    @Test
    void readsTheFormatOfRpkiClient() {
        RpkiDocument document = read("""
                {"metadata": {"buildtime": "2026-11-20T08:00:00Z", "roas": 1},
                 "roas": [{"asn": 64496, "prefix": "192.0.2.0/24", "maxLength": 25, "ta": "x", "expires": 1826699731},
                          {"asn": "AS64497", "prefix": "2001:db8::/32"}],
                 "bgpsec_keys": [{"asn": 64496, "ski": "%s", "pubkey": "%s", "ta": "x", "expires": 1}],
                 "aspas": [{"customer_asid": 65000, "expires": 1, "providers": [2, 1]}]}
                """.formatted(SKI.toUpperCase(Locale.ROOT), PUBKEY));
        assertThat(document.problems()).isEmpty();
        assertThat(document.readable()).isTrue();
        assertThat(document.builtAt()).isEqualTo(Instant.parse("2026-11-20T08:00:00Z"));
        assertThat(document.objects())
                .containsExactly(
                        new Vrp(Prefix.parse("192.0.2.0/24"), 25, 64496),
                        new Vrp(Prefix.parse("2001:db8::/32"), 32, 64497),
                        TestKeys.AS64496,
                        new Aspa(65000, List.of(1L, 2L)));
    }

    @Test
    void readsTheFormatOfRoutinator() {
        RpkiDocument document = read("""
                {"metadata": {"generated": 1600000000, "generatedTime": "2020-09-13T12:26:40Z"},
                 "roas": [{"asn": "AS64496", "prefix": "192.0.2.0/24", "maxLength": 25, "ta": "x"}],
                 "routerKeys": [{"asn": "AS64496", "SKI": "%s", "routerPublicKey": "%s", "ta": "x"}],
                 "aspas": [{"customer": "AS65000", "providers": ["AS1", "AS2"], "ta": "x"}]}
                """.formatted(SKI, URL_KEY));
        assertThat(document.problems()).isEmpty();
        assertThat(document.objects()).hasSize(3).contains(TestKeys.AS64496, new Aspa(65000, List.of(1L, 2L)));
        assertThat(document.builtAt()).isEqualTo(Instant.ofEpochSecond(1_600_000_000));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"router-keys\": [{\"asn\": \"AS64496\", \"ski\": \"URL_SKI\", \"spki\": \"URL_KEY\"}]}",
                "[{\"asn\": 64496, \"ski\": \"SKI\", \"spki_der_hex\": \"HEX\", \"cert_der_hex\": \"00\", \"extra\": {\"a\": []}}]",
                "{\"keys\": [{\"asn\": 64496, \"ski\": \"SKI\", \"spki_der_hex\": \"HEX\"}]}",
                "{\"rfc8208\": {\"source\": \"x\", \"keys\": [{\"asn\": 64496, \"ski\": \"SKI\", \"spki_der_hex\": \"HEX\"}], \"updates\": [{}]}}",
                "{\"bgpsec_keys\": [{\"asn\": 64496, \"ski\": \"URL_SKI=\", \"pubkey\": \"URL_KEY\"}]}"
            })
    void readsOtherFormatsOfKeys(String template) {
        String json = template.replace("URL_SKI", URL_SKI)
                .replace("URL_KEY", URL_KEY)
                .replace("\"SKI\"", "\"" + SKI + "\"")
                .replace("HEX", TestKeys.AS64496.spki().toHex());
        RpkiDocument document = read(json);
        assertThat(document.problems()).isEmpty();
        assertThat(document.objects()).containsExactly(TestKeys.AS64496);
    }

    /** The reader checks only the form of a key and its SKI. The verifier decides which keys a suite can use. */
    @Test
    void aKeyOnAnotherCurveIsKept() {
        RpkiDocument document = read("{\"keys\": [{\"asn\": 64497, \"ski\": \"%s\", \"spki_der_hex\": \"%s\"}]}"
                .formatted(
                        TestKeys.ON_P384.ski().toHex(), TestKeys.ON_P384.spki().toHex()));
        assertThat(document.problems()).isEmpty();
        assertThat(document.objects()).containsExactly(TestKeys.ON_P384);
    }

    @Test
    void aKeyWithAWrongSkiIsRefusedAndTheRestKept() {
        RpkiDocument document = read("""
                {"bgpsec_keys": [
                   {"asn": 1, "ski": "0000000000000000000000000000000000000000", "pubkey": "%s"},
                   {"asn": 64496, "ski": "%s", "pubkey": "%s"}]}
                """.formatted(PUBKEY, SKI, PUBKEY));
        assertThat(document.readable()).isTrue();
        assertThat(document.objects()).containsExactly(TestKeys.AS64496);
        assertThat(document.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.field()).isEqualTo("bgpsec_keys[0]");
            assertThat(problem.line()).isEqualTo(2);
            assertThat(problem.message()).contains("refused").contains(SKI);
        });
    }

    @Test
    void aDamagedKeyIsRefusedAndTheRestKept() {
        RpkiDocument document = read("""
                {"bgpsec_keys": [
                   {"asn": 64498, "ski": "%s", "spki_der_hex": "%s"},
                   {"asn": 64496, "ski": "%s", "pubkey": "%s"}]}
                """.formatted(
                        TestKeys.DAMAGED_CURVE.ski().toHex(),
                        TestKeys.DAMAGED_CURVE.spki().toHex(),
                        SKI,
                        PUBKEY));
        assertThat(document.objects()).containsExactly(TestKeys.AS64496);
        assertThat(document.problems())
                .singleElement()
                .asString()
                .contains("bgpsec_keys[0]", "AS64498", "refused: it does not name its curve by an object identifier");
    }

    @Test
    void repeatedEntriesCountOnceAndAreListed() {
        RpkiDocument document = read("""
                {"roas": [
                   {"asn": 64496, "prefix": "192.0.2.0/24", "ta": "one"},
                   {"asn": 64496, "prefix": "192.0.2.0/24", "maxLength": 25},
                   {"asn": 64496, "prefix": "192.0.2.0/24", "maxLength": 24, "ta": "other"}],
                 "bgpsec_keys": [{"asn": 64496, "ski": "%s", "pubkey": "%s"}, {"asn": 64496, "ski": "%s", "pubkey": "%s"}],
                 "aspas": [
                   {"customer": 65000, "providers": [1, 2]},
                   {"customer": 65000, "providers": [2, 3]},
                   {"customer": 65000, "providers": [2, 3]}]}
                """.formatted(SKI, PUBKEY, SKI, PUBKEY));
        assertThat(document.objects()).hasSize(5).doesNotHaveDuplicates();
        assertThat(document.problems()).isEmpty();
        assertThat(document.repeated()).isEqualTo(3);
        assertThat(document.repetitions())
                .extracting(JsonProblem::field)
                .containsExactly("roas[2]", "bgpsec_keys[1]", "aspas[2]");
        assertThat(document.repetitions().getFirst().line()).isEqualTo(4);
        assertThat(RpkiSnapshot.of(0, new Serial(0), document.objects()).aspa(65000))
                .contains(new Aspa(65000, List.of(1L, 2L, 3L)));
    }

    @Test
    void boundsTheNumberOfListedRepetitions() {
        String entry = "{\"asn\": 64496, \"prefix\": \"192.0.2.0/24\"},";
        RpkiDocument document =
                read("{\"roas\": [" + entry.repeat(1_000) + entry.substring(0, entry.length() - 1) + "]}");
        assertThat(document.objects()).hasSize(1);
        assertThat(document.repeated()).isEqualTo(1_000);
        assertThat(document.repetitions()).hasSize(20);
    }

    @Test
    void malformedAspasAreRefusedInEveryForm() {
        RpkiDocument document = read("""
                {"aspas": [
                   {"customer": "AS64496", "providers": ["AS0", "AS64499"]},
                   {"customer_asid": 64497, "providers": []},
                   {"customer_asid": 64498, "providers": [64498]},
                   {"customer_asid": 0, "providers": [1]},
                   {"customer_asid": 64499, "providers": [0]},
                   {"customer_asid": 64500, "providers": [0]},
                   {"customer_asid": 64500, "providers": [64501]}],
                 "provider_authorizations": {"ipv4": [{"customer_asid": 64502, "providers": [0, 1]}], "ipv6": []}}
                """);
        assertThat(document.readable()).isTrue();
        assertThat(document.problems())
                .extracting(problem -> problem.field() + " " + problem.message())
                .satisfiesExactly(
                        problem -> assertThat(problem)
                                .startsWith("aspas[0] ASPA of AS64496 refused: it has AS 0 beside other providers"),
                        problem ->
                                assertThat(problem).startsWith("aspas[1] ASPA of AS64497 refused: it has no providers"),
                        problem ->
                                assertThat(problem).startsWith("aspas[2] ASPA of AS64498 refused: it has its customer"),
                        problem -> assertThat(problem)
                                .startsWith("aspas[3] ASPA of AS0 refused: it has the customer AS 0"),
                        problem -> assertThat(problem)
                                .startsWith("provider_authorizations.ipv4[0] ASPA of AS64502 refused: it has AS 0"));
        assertThat(RpkiSnapshot.of(0, new Serial(0), document.objects()).allAspas())
                .containsExactly(new Aspa(64499, List.of(0L)), new Aspa(64500, List.of(64501L)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"ASAS64500\"   | \"192.0.2.0/24\"      | 24     | asn: an AS number is expected, not the string \"ASAS64500\"",
                "\"AS0.64500\"   | \"192.0.2.0/24\"      | 24     | asn: an AS number is expected, not the string \"AS0.64500\"",
                "\"064500\"      | \"192.0.2.0/24\"      | 24     | asn: an AS number is expected, not the string \"064500\"",
                "64500.0         | \"192.0.2.0/24\"      | 24     | asn: an AS number is expected, not 64500.0",
                "null            | \"192.0.2.0/24\"      | 24     | asn: an AS number is expected, not null",
                "64500           | \"192.0.2.0/24/24\"   | 24     | prefix: \"192.0.2.0/24/24\" is not a prefix",
                "64500           | \"192.0.2.1/24\"      | 24     | prefix: \"192.0.2.1/24\" has bits after its length",
                "64500           | \" 192.0.2.0/24\"     | 24     | prefix: \" 192.0.2.0/24\" is not a prefix",
                "64500           | \"::ffff:192.0.2.0/120\" | 120 | prefix: \"::ffff:192.0.2.0/120\" is an IPv4-mapped",
                "64500           | \"192.0.2.0\"         | 32     | prefix: \"192.0.2.0\" has no length",
                "64500           | \"010.0.0.0/8\"       | 8      | prefix: \"010.0.0.0/8\" is not a prefix",
                "64500           | \"10.0.0.0/+8\"       | 8      | prefix: \"10.0.0.0/+8\" is not a prefix",
                "64500           | \"2001:db8::1/32\"    | 32     | prefix: \"2001:db8::1/32\" has bits after its length",
                "64500           | null                  | 32     | prefix: a string is expected, not null",
                "64500           | \"192.0.2.0/24\"      | \"24\" | maxLength: a number from 24 to 32 is expected, not the string \"24\"",
                "64500           | \"192.0.2.0/24\"      | null   | maxLength: a number from 24 to 32 is expected, not null",
                "64500           | \"192.0.2.0/24\"      | 0      | maxLength: a number from 24 to 32 is expected, not 0",
                "64500           | \"192.0.2.0/24\"      | 24.0   | maxLength: a number from 24 to 32 is expected, not 24.0",
            })
    void textsAndNumbersAreExact(String asn, String prefix, String maxLength, String problem) {
        RpkiDocument document = read(
                "{\"roas\": [{\"asn\": %s, \"prefix\": %s, \"maxLength\": %s}, {\"asn\": 1, \"prefix\": \"10.0.0.0/8\"}]}"
                        .formatted(asn, prefix, maxLength));
        assertThat(document.objects()).containsExactly(new Vrp(Prefix.parse("10.0.0.0/8"), 8, 1));
        assertThat(document.problems()).singleElement().asString().contains("roas[0]." + problem);
    }

    @Test
    void anEntryWithAnUnreadableTimeOfExpiryIsRefused() {
        RpkiDocument document = RpkiJsonReader.read(
                new ByteArrayInputStream(
                        "{\"roas\": [{\"asn\": 1, \"prefix\": \"10.0.0.0/8\", \"expires\": \"1826699731\"}]}"
                                .getBytes(UTF_8)),
                "test.json",
                Instant.EPOCH);
        assertThat(document.objects()).isEmpty();
        assertThat(document.problems()).singleElement().asString().contains("roas[0].expires");
    }

    @Test
    void everyInvalidFieldIsReported() {
        RpkiDocument document = read("""
                {"roas": [
                  {"asn": -1, "prefix": "192.0.2.0/24"},
                  {"asn": 4294967296, "prefix": "192.0.2.0/24"},
                  {"asn": "ASx", "prefix": "192.0.2.0/24"},
                  {"asn": 1, "prefix": "192.0.2.0/33"},
                  {"asn": 1, "prefix": "192.0.2.0"},
                  {"asn": 1, "prefix": 7},
                  {"asn": 1},
                  {"asn": 1, "prefix": "192.0.2.0/24", "maxLength": 23},
                  {"asn": 1, "prefix": "192.0.2.0/24", "maxLength": 33},
                  5,
                  {"asn": 1, "prefix": "192.0.2.0/24"}],
                 "bgpsec_keys": [{"asn": 1, "ski": "00", "pubkey": "!"}],
                 "aspas": [{"customer_asid": 1, "providers": [1, "x"]}, {"customer_asid": 1, "providers": 2}]}
                """);
        assertThat(document.readable()).isTrue();
        assertThat(document.objects()).hasSize(1);
        assertThat(document.problems())
                .extracting(JsonProblem::field)
                .containsExactly(
                        "roas[0].asn",
                        "roas[1].asn",
                        "roas[2].asn",
                        "roas[3].prefix",
                        "roas[4].prefix",
                        "roas[5].prefix",
                        "roas[6]",
                        "roas[7].maxLength",
                        "roas[8].maxLength",
                        "roas[9]",
                        "bgpsec_keys[0].ski",
                        "bgpsec_keys[0].pubkey",
                        "aspas[0].providers[1]",
                        "aspas[1].providers");
        assertThat(document.problems().getFirst().toString())
                .isEqualTo("test.json:2:3: roas[0].asn: an AS number is expected, not -1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[",
                "5",
                "{}",
                "{\"roas\": [",
                "{\"metadata\": {}}",
                "[] []",
                "nonsense",
                "{\"roas\": 5}"
            })
    void otherFilesAreNotReadable(String json) {
        RpkiDocument document = read(json);
        assertThat(document.readable()).isFalse();
        assertThat(document.problems()).isNotEmpty();
    }

    @Test
    void expiredEntriesAreLeftOutOnDemand() {
        String json =
                "{\"roas\": [{\"asn\": 1, \"prefix\": \"10.0.0.0/8\", \"expires\": 100}, {\"asn\": 2, \"prefix\": \"10.0.0.0/8\"}]}";
        RpkiDocument document =
                RpkiJsonReader.read(new ByteArrayInputStream(json.getBytes(UTF_8)), "x", Instant.ofEpochSecond(100));
        assertThat(document.objects()).hasSize(1);
        assertThat(document.expired()).isEqualTo(1);
        assertThat(read(json).objects()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(RpkiJsonWriter.Form.class)
    void readsItsOwnOutput(RpkiJsonWriter.Form form) {
        RpkiSnapshot set = RpkiSnapshot.of(
                1,
                new Serial(1),
                form == RpkiJsonWriter.Form.KEYS
                        ? List.of(TestKeys.AS64496, TestKeys.numbered(7, 1))
                        : List.of(
                                TestKeys.AS64496,
                                TestKeys.numbered(4_294_967_295L, 1),
                                new Vrp(Prefix.parse("2001:db8::/32"), 48, 0),
                                new Aspa(65000, List.of(1L, 4_294_967_295L))));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RpkiJsonWriter.write(set, Instant.parse("2026-11-20T08:00:00Z"), form, out);
        RpkiDocument back = read(out.toString(UTF_8));
        assertThat(back.problems()).isEmpty();
        assertThat(back.objects()).containsExactlyInAnyOrderElementsOf(RpkiSnapshot.all(set));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rtr/rpki.json", "rtr/rpki-051.json"})
    void readsTheFilesOfStayRtr(String name) throws IOException {
        RpkiDocument document = RpkiJsonReader.read(TestData.path(name), null);
        assertThat(document.problems()).isEmpty();
        RpkiSnapshot set = RpkiSnapshot.of(1, new Serial(1), document.objects());
        assertThat(set.allVrps()).hasSize(60);
        assertThat(set.allRouterKeys()).hasSize(12);
        assertThat(set.allAspas()).hasSize(8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"vectors/nist-keys.json", "vectors/rfc8208_rfc8608_vectors.json"})
    void readsTheFilesOfTestVectors(String name) throws IOException {
        RpkiDocument document = RpkiJsonReader.read(TestData.path(name), null);
        assertThat(document.problems()).isEmpty();
        assertThat(document.objects())
                .isNotEmpty()
                .allSatisfy(object ->
                        assertThat(RouterKeyForm.defect((RouterKey) object)).isEmpty());
    }

    @Property
    void neverThrowsForAnyBytes(@ForAll @IntRange(max = 400) int at, @ForAll byte value) {
        byte[] json =
                ("{\"roas\": [{\"asn\": 64496, \"prefix\": \"192.0.2.0/24\", \"maxLength\": 25}], \"bgpsec_keys\": [{\"asn\":"
                                + " 64496, \"ski\": \"" + SKI + "\", \"pubkey\": \"" + PUBKEY
                                + "\"}], \"aspas\": {\"ipv4\": []}}")
                        .getBytes(UTF_8);
        json[at % json.length] = value;
        RpkiDocument document = RpkiJsonReader.read(new ByteArrayInputStream(json), "x", Instant.EPOCH);
        assertThat(document.objects().size()).isLessThanOrEqualTo(2);
    }
}
