// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.wire.Prefix;

/**
 * Validates OpenConfig exports with yanglint and the YANG models of OpenConfig. The script {@code
 * tests/tools/openconfig-models} installs both; the test fails if it cannot.
 */
final class OpenConfigModelTest {
    private static final Path INSTALLER = Path.of("../../tests/tools/openconfig-models");
    private static final ExportRenderer OPENCONFIG = ExportFormat.OPENCONFIG.renderer();

    private static Path models;

    @TempDir
    Path folder;

    @BeforeAll
    static void install() {
        ChildProcess.Outcome outcome = ChildProcess.run(Duration.ofMinutes(5), List.of("bash", INSTALLER.toString()));
        assertThat(outcome.exitCode())
                .as("yanglint or the OpenConfig models are not available: " + outcome.output())
                .isZero();
        models = Path.of(outcome.output().strip());
    }

    private static ExportContent content(String... prefixes) {
        List<Prefix> all = List.of(prefixes).stream().map(Prefix::parse).toList();
        PrefixSet set = new PrefixSet(
                "PATHPROOF_192_0_2_1", "192.0.2.1", PackedPrefixes.of(true, all), PackedPrefixes.of(false, all), 0);
        PrefixSet empty = PrefixSet.empty("PATHPROOF_2001_db8__1", "2001:db8::1");
        return ExportContent.of(new Selection("openconfig", null, null, null, "PATHPROOF", false), List.of(set, empty));
    }

    private ChildProcess.Outcome validate(String data) throws IOException {
        Path file = Files.writeString(folder.resolve("data.json"), data);
        return ChildProcess.run(
                "yanglint",
                "-p",
                models.toString(),
                "-t",
                "config",
                models.resolve("openconfig-routing-policy.yang").toString(),
                file.toString());
    }

    private static String whole(ExportContent content) throws IOException {
        StringBuilder text = new StringBuilder();
        OPENCONFIG.writeWhole(content, text);
        return text.toString();
    }

    @Test
    void acceptsAWhole() throws IOException {
        String data =
                whole(content("192.0.2.0/25", "198.51.100.0/24", "0.0.0.0/0", "2001:db8::/48", "::/0", "::1/128"));
        ChildProcess.Outcome outcome = validate(data);
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    }

    @Test
    void acceptsTheDataAfterAChange() throws IOException {
        ExportContent before = content("192.0.2.0/25", "2001:db8::/48");
        ExportContent after = content("198.51.100.0/24", "2001:db8::/48", "2001:db8:1::/48");
        StringBuilder patch = new StringBuilder();
        OPENCONFIG.writeChange(ExportChange.between(before.sets(), after.sets()), after.serial(), patch);
        OpenConfigRouter router = new OpenConfigRouter();
        router.apply(whole(before));
        router.apply(patch.toString());
        assertThat(router.data()).contains("2001:db8:1::/48").doesNotContain("192.0.2.0/25");
        ChildProcess.Outcome outcome = validate(router.data());
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    }

    /** Shows that the models find a wrong value, a wrong prefix and a reference to an absent set. */
    @Test
    void refusesDataThatBreaksTheModel() throws IOException {
        String data = whole(content("192.0.2.0/25", "2001:db8::/48"));
        for (String wrong : List.of(
                data.replace("REJECT_ROUTE", "REJECT"),
                data.replace("192.0.2.0/25", "192.0.2.0/33"),
                data.replace("\"prefix-set\":\"PATHPROOF_192_0_2_1_IPV6\"", "\"prefix-set\":\"NONE\""))) {
            assertThat(wrong).isNotEqualTo(data);
            assertThat(validate(wrong).exitCode()).isNotZero();
        }
    }
}
