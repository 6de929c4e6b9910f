// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.rpki.TestKeys;
import org.pathproof.rpki.json.JsonProblem;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

class SlurmTest {
    private static final RouterKey ONE = TestKeys.numbered(64496, 1);
    private static final RouterKey TWO = TestKeys.numbered(64497, 2);
    private static final RouterKey THREE = TestKeys.numbered(64498, 3);

    private static SlurmReader.Result read(String json) {
        return SlurmReader.read(new ByteArrayInputStream(json.getBytes(UTF_8)), "slurm.json");
    }

    private static String base64(Bytes bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toArray());
    }

    private static Vrp vrp(String prefix, long asn) {
        Prefix p = Prefix.parse(prefix);
        return new Vrp(p, p.length(), asn);
    }

    @Test
    void filtersThenAssertions() {
        SlurmReader.Result result =
                read("""
                {"slurmVersion": 1,
                 "validationOutputFilters": {
                   "prefixFilters": [
                     {"prefix": "192.0.2.0/24", "comment": "all within"},
                     {"asn": 64499},
                     {"prefix": "198.51.100.0/24", "asn": 64497}],
                   "bgpsecFilters": [{"asn": 64496}, {"SKI": "%s"}, {"asn": 1, "SKI": "%s"}]},
                 "locallyAddedAssertions": {
                   "prefixAssertions": [
                     {"asn": 64496, "prefix": "192.0.2.0/25", "comment": "mine"},
                     {"asn": 64496, "prefix": "2001:DB8::/32", "maxPrefixLength": 48}],
                   "bgpsecAssertions": [{"asn": 64496, "SKI": "%s", "routerPublicKey": "%s"}]}}
                """.formatted(base64(TWO.ski()), base64(THREE.ski()), base64(ONE.ski()), base64(ONE.spki())));
        assertThat(result.problems()).isEmpty();
        Vrp kept = vrp("198.51.100.0/24", 64496);
        Vrp wider = vrp("192.0.0.0/16", 1);
        List<RpkiObject> before = List.of(
                vrp("192.0.2.0/24", 1),
                vrp("192.0.2.128/25", 2),
                wider,
                vrp("10.0.0.0/8", 64499),
                vrp("198.51.100.0/25", 64497),
                kept,
                TestKeys.numbered(64496, 9),
                TWO,
                THREE);
        assertThat(applied(result.slurm().orElseThrow(), before))
                .containsExactlyInAnyOrder(
                        wider,
                        kept,
                        THREE,
                        vrp("192.0.2.0/25", 64496),
                        new Vrp(Prefix.parse("2001:db8::/32"), 48, 64496),
                        ONE);
    }

    @Test
    void version2HasAspas() {
        SlurmReader.Result result = read("""
                {"slurmVersion": 2,
                 "validationOutputFilters": {"prefixFilters": [], "bgpsecFilters": [],
                   "aspaFilters": [{"customerAsid": 64496, "comment": "gone"}]},
                 "locallyAddedAssertions": {"prefixAssertions": [], "bgpsecAssertions": [],
                   "aspaAssertions": [{"customerAsn": 64497, "providerAsns": [64499, 64498]}]}}
                """);
        assertThat(result.problems()).isEmpty();
        Aspa other = new Aspa(1, List.of(2L));
        assertThat(applied(
                        result.slurm().orElseThrow(),
                        List.of(new Aspa(64496, List.of(1L)), new Aspa(64497, List.of(1L)), other)))
                .containsExactlyInAnyOrder(other, new Aspa(64497, List.of(64498L, 64499L)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"slurmVersion\": 3, \"validationOutputFilters\": {}, \"locallyAddedAssertions\": {}}",
                "{\"slurmVersion\": 1, \"validationOutputFilters\": {}, \"locallyAddedAssertions\": {}}",
                "{\"slurmVersion\": 1, \"validationOutputFilters\": {\"prefixFilters\": [{}], \"bgpsecFilters\": []},"
                        + " \"locallyAddedAssertions\": {\"prefixAssertions\": [], \"bgpsecAssertions\": []}}",
                "{\"slurmVersion\": 1, \"validationOutputFilters\": {\"prefixFilters\": [], \"bgpsecFilters\": [], \"aspaFilters\": []},"
                        + " \"locallyAddedAssertions\": {\"prefixAssertions\": [], \"bgpsecAssertions\": []}}",
                "{\"slurmVersion\": 1, \"validationOutputFilters\": {\"prefixFilters\": [], \"bgpsecFilters\": []},"
                        + " \"locallyAddedAssertions\": {\"prefixAssertions\": [], \"bgpsecAssertions\": []}, \"more\": 1}",
                "{\"slurmVersion\": 1, \"validationOutputFilters\": {\"prefixFilters\": [{\"asn\": 1, \"prefx\": \"10.0.0.0/8\"}],"
                        + " \"bgpsecFilters\": []}, \"locallyAddedAssertions\": {\"prefixAssertions\": [], \"bgpsecAssertions\": []}}",
                "{\"slurmVersion\": 1"
            })
    void anyErrorRefusesTheFile(String json) {
        SlurmReader.Result result = read(json);
        assertThat(result.slurm()).isEmpty();
        assertThat(result.problems()).isNotEmpty();
    }

    @Test
    void anErrorIsReportedWithItsPosition() {
        SlurmReader.Result result = read("""
                {"slurmVersion": 1,
                 "validationOutputFilters": {"prefixFilters": [], "bgpsecFilters": []},
                 "locallyAddedAssertions": {
                   "prefixAssertions": [{"asn": 1, "prefix": "10.0.0.0/8", "maxPrefixLength": 7}],
                   "bgpsecAssertions": []}}
                """);
        assertThat(result.problems())
                .extracting(JsonProblem::toString)
                .containsExactly("slurm.json:4:25: locallyAddedAssertions.prefixAssertions[0].maxPrefixLength: "
                        + "a number from 8 to 32 is expected, not 7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "prefixAssertions | {\"asn\": 64546, \"prefix\": \"203.0.113.164/27\"} | prefixAssertions[0].prefix: \"203.0.113.164/27\" has bits after its length: write 203.0.113.160/27",
                "prefixFilters | {\"prefix\": \"192.0.2.65/24\"} | prefixFilters[0].prefix: \"192.0.2.65/24\" has bits after its length: write 192.0.2.0/24, or 192.0.2.65/32",
                "prefixAssertions | {\"asn\": \"AS64546\", \"prefix\": \"203.0.113.160/27\"} | prefixAssertions[0].asn: an AS number without quotes is expected, not the string \"AS64546\"",
                "prefixAssertions | {\"asn\": 64546, \"prefix\": \"203.0.113.160/+27\"} | prefixAssertions[0].prefix: \"203.0.113.160/+27\" is not a prefix",
                "prefixAssertions | {\"asn\": 64546, \"prefix\": \"203.0.113.160\"} | prefixAssertions[0].prefix: \"203.0.113.160\" has no length",
                "prefixAssertions | {\"asn\": 64546, \"prefix\": \"2001:db8::1/32\"} | prefixAssertions[0].prefix: \"2001:db8::1/32\" has bits after its length",
                "prefixAssertions | {\"asn\": 64546, \"prefix\": \"fe80::%eth0/64\"} | prefixAssertions[0].prefix: \"fe80::%eth0/64\" is not a prefix",
                "prefixAssertions | {\"asn\": 64546, \"prefix\": \"10.0.0.0/8\", \"maxPrefixLength\": \"24\"} | maxPrefixLength: a number from 8 to 32 is expected, not the string \"24\"",
                "prefixAssertions | {\"asn\": 64546, \"prefix\": \"10.0.0.0/8\", \"maxPrefixLength\": null} | maxPrefixLength: a number from 8 to 32 is expected, not null",
                "prefixFilters | {\"asn\": null, \"prefix\": \"10.0.0.0/8\"} | prefixFilters[0].asn: an AS number without quotes is expected, not null",
                "prefixFilters | {\"asn\": 64502, \"comment\": 5} | prefixFilters[0].comment: a string is expected, not 5",
                "bgpsecFilters | {\"asn\": \"64502\"} | bgpsecFilters[0].asn: an AS number without quotes is expected",
                "aspaFilters | {\"customerAsid\": \"AS1\"} | aspaFilters[0].customerAsid: an AS number without quotes is expected",
                "aspaAssertions | {\"customerAsn\": 64496, \"providerAsns\": [0, 64497]} | aspaAssertions[0]: the ASPA of AS64496 has AS 0 beside other providers",
                "aspaAssertions | {\"customerAsn\": 64496, \"providerAsns\": []} | aspaAssertions[0]: the ASPA of AS64496 has no providers",
                "aspaAssertions | {\"customerAsn\": 64496, \"providerAsns\": [\"AS1\"]} | providerAsns[0]: an AS number without quotes is expected",
            })
    void textsAndNumbersAreExact(String member, String entry, String problem) {
        String json = """
                {"slurmVersion": 2,
                 "validationOutputFilters": {"prefixFilters": [], "bgpsecFilters": [], "aspaFilters": []},
                 "locallyAddedAssertions": {"prefixAssertions": [], "bgpsecAssertions": [], "aspaAssertions": []}}
                """;
        SlurmReader.Result result = read(json.replace("\"" + member + "\": []", "\"" + member + "\": [" + entry + "]"));
        assertThat(result.slurm()).isEmpty();
        assertThat(result.problems()).singleElement().asString().contains(problem);
    }

    @Test
    void aDamagedKeyIsNotAsserted() {
        SlurmReader.Result result =
                read("""
                {"slurmVersion": 1,
                 "validationOutputFilters": {"prefixFilters": [], "bgpsecFilters": []},
                 "locallyAddedAssertions": {
                   "prefixAssertions": [],
                   "bgpsecAssertions": [{"asn": 64498, "SKI": "%s", "routerPublicKey": "%s"}]}}
                """.formatted(base64(TestKeys.DAMAGED_CURVE.ski()), base64(TestKeys.DAMAGED_CURVE.spki())));
        assertThat(result.slurm()).isEmpty();
        assertThat(result.problems())
                .singleElement()
                .asString()
                .contains("bgpsecAssertions[0].routerPublicKey: the router key does not name its curve");
    }

    /** Returns the objects that the filters keep, and the assertions. */
    private static List<RpkiObject> applied(Slurm slurm, List<? extends RpkiObject> objects) {
        SlurmFilters filters = new SlurmFilters(slurm);
        return Stream.concat(objects.stream().filter(filters::keep), slurm.assertions().stream())
                .toList();
    }
}
