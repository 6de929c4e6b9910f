// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.wire.Prefix;

/** Tests that a real bgpd has exactly the exported prefixes after a whole export and after changes. */
final class FrrChangeTest {
    private static final Pattern ENTRY = Pattern.compile("(?m)^(?:ip|ipv6) prefix-list P seq \\d+ permit (\\S+)$");

    @TempDir
    Path folder;

    private static ExportContent content(String... prefixes) {
        List<Prefix> all = List.of(prefixes).stream().map(Prefix::parse).toList();
        PrefixSet set = new PrefixSet("P", "192.0.2.1", PackedPrefixes.of(true, all), PackedPrefixes.of(false, all), 0);
        return ExportContent.of(new Selection("frr", null, null, null, "P", false), List.of(set));
    }

    private void load(FrrBgpd router, String text) throws IOException {
        Path file = Files.writeString(folder.resolve("export.conf"), text);
        ChildProcess.Outcome outcome = router.load(file);
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(outcome.output()).doesNotContain("%", "Failure");
    }

    private static Set<String> prefixes(FrrBgpd router) {
        Set<String> found = new TreeSet<>();
        ENTRY.matcher(router.vtysh("show running-config")).results().forEach(match -> found.add(match.group(1)));
        return found;
    }

    @Test
    void bgpdHasThePrefixesOfEachText() throws IOException {
        ExportRenderer frr = ExportFormat.FRR.renderer();
        ExportContent first = content("192.0.2.0/25", "198.51.100.0/24", "2001:db8::/48");
        ExportContent second = content("198.51.100.0/24", "203.0.113.0/24", "2001:db8:1::/48");
        StringBuilder whole = new StringBuilder();
        frr.writeWhole(first, whole);
        StringBuilder change = new StringBuilder();
        frr.writeChange(ExportChange.between(first.sets(), second.sets()), second.serial(), change);
        StringBuilder emptied = new StringBuilder();
        frr.writeChange(ExportChange.between(second.sets(), List.of()), second.serial(), emptied);
        try (FrrBgpd router = new FrrBgpd(folder, "bmp", "")) {
            load(router, whole.toString());
            load(router, whole.toString());
            assertThat(prefixes(router))
                    .containsExactlyInAnyOrder(
                            "0.0.0.0/32", "::/128", "192.0.2.0/25", "198.51.100.0/24", "2001:db8::/48");
            load(router, change.toString());
            load(router, change.toString());
            assertThat(prefixes(router))
                    .containsExactlyInAnyOrder(
                            "0.0.0.0/32", "::/128", "198.51.100.0/24", "203.0.113.0/24", "2001:db8:1::/48");
            load(router, emptied.toString());
            assertThat(prefixes(router)).containsExactlyInAnyOrder("0.0.0.0/32", "::/128");
        }
    }
}
