// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests RFC 8416 section 4.2: files with overlapping resources are refused. */
class SlurmConflictsTest {
    private static Slurm slurm(String filters, String assertions) {
        String json = """
                {"slurmVersion": 2,
                 "validationOutputFilters": {"prefixFilters": [], "bgpsecFilters": [], "aspaFilters": []},
                 "locallyAddedAssertions": {"prefixAssertions": [], "bgpsecAssertions": [], "aspaAssertions": []}}
                """;
        json = replaced(replaced(json, filters), assertions);
        return SlurmReader.read(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), "test")
                .slurm()
                .orElseThrow();
    }

    /** Replaces an empty array by {@code name=array}. */
    private static String replaced(String json, String entry) {
        if (entry.isEmpty()) {
            return json;
        }
        String[] parts = entry.split("=", 2);
        return json.replace("\"" + parts[0] + "\": []", "\"" + parts[0] + "\": " + parts[1]);
    }

    private static Optional<String> conflict(Slurm one, Slurm other) {
        Map<String, Slurm> files = new LinkedHashMap<>();
        files.put("one.json", one);
        files.put("other.json", other);
        return SlurmConflicts.find(files);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            prefixFilters=[{"prefix":"192.0.2.0/24"}]     | prefixAssertions=[{"asn":1,"prefix":"192.0.2.0/24"}]   | both have entries of 192.0.2.0/24
            prefixFilters=[{"prefix":"192.0.2.0/24"}]     | prefixAssertions=[{"asn":1,"prefix":"192.0.2.128/25"}] | entries of 192.0.2.0/24 and 192.0.2.128/25 overlap
            prefixFilters=[{"prefix":"2001:db8:1::/48"}]  | prefixAssertions=[{"asn":1,"prefix":"2001:db8::/32"}]  | entries of 2001:db8::/32 and 2001:db8:1::/48 overlap
            bgpsecFilters=[{"asn":64496}]                 | aspaFilters=[{"customerAsid":64496}]                   |
            aspaFilters=[{"customerAsid":64496}]          | aspaAssertions=[{"customerAsn":64496,"providerAsns":[1]}] | both have ASPA entries of customer AS64496
            prefixFilters=[{"asn":64496}]                 | prefixAssertions=[{"asn":64496,"prefix":"192.0.2.0/24"}] |
            prefixFilters=[{"prefix":"192.0.2.0/25"}]     | prefixAssertions=[{"asn":1,"prefix":"192.0.2.128/25"}] |
            """)
    void findsOverlapsInBothOrders(String first, String second, String expected) {
        Slurm one = slurm(first, "");
        Slurm other = slurm("", second);
        for (Optional<String> found : List.of(conflict(one, other), conflict(other, one))) {
            if (expected == null) {
                assertThat(found).isEmpty();
            } else {
                assertThat(found)
                        .hasValueSatisfying(words ->
                                assertThat(words).contains("one.json", "other.json", expected, "RFC 8416 section 4.2"));
            }
        }
    }

    @Test
    void findsBgpsecEntriesOfTheSameAs() {
        Slurm one = slurm("bgpsecFilters=[{\"asn\":64496}]", "");
        assertThat(conflict(one, slurm("bgpsecFilters=[{\"asn\":64496}]", "")))
                .hasValueSatisfying(words -> assertThat(words).contains("both have BGPsec entries of AS64496"));
        assertThat(conflict(one, slurm("bgpsecFilters=[{\"asn\":64497}]", ""))).isEmpty();
    }

    @Test
    void entriesOfOneFileDoNotConflict() {
        Slurm one = slurm(
                "prefixFilters=[{\"prefix\":\"10.0.0.0/8\"}]",
                "prefixAssertions=[{\"asn\":1,\"prefix\":\"10.0.0.0/8\"}]");
        assertThat(SlurmConflicts.find(Map.of("one.json", one))).isEmpty();
    }
}
