// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.research.schemes.KeyFile;
import org.pathproof.routes.experimental.ExperimentalLibrary;

/** Tests that wrong key files are refused by name. */
final class LoadedSchemesTest {
    private static final String ENTRY = " 65001 2027-01-01T00:00:00Z - - AA==";

    @TempDir
    private Path folder;

    @Test
    void loadsTheSchemesOfTheKeyFile() throws IOException {
        assertThat(load(keys("KC-RSA rsa-1024" + ENTRY)).get()).isNotNull();
    }

    @Test
    void isFoundAsAService() throws IOException {
        assertThat(ExperimentalLibrary.load(null)
                        .decisions(keys("KC-RSA rsa-1024" + ENTRY))
                        .get())
                .isInstanceOf(SchemeDecision.class);
    }

    @Test
    void refusesWrongSettingsByName() throws IOException {
        assertRefused(null, "pathproof.schemes.keys is missing");
        assertRefused(folder.resolve("absent.txt"), "pathproof.schemes.keys: cannot read the file");
        assertRefused(keys("KC-RSA rsa-1024"), "pathproof.schemes.keys: ", "keys.txt:2: line of 2 fields");
        assertRefused(keys("KC-RSB rsa-1024" + ENTRY), "no scheme KC-RSB is available: choose one of [BGPsec, ");
        assertRefused(
                keys("KC-RSA rsa-7" + ENTRY), "scheme KC-RSA has no parameter set rsa-7: choose one of [rsa-1024,");
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe});
        assertRefused(binary, "is no text in UTF-8");
    }

    private static void assertRefused(@Nullable Path keys, String... message) {
        assertThatThrownBy(() -> load(keys))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(message);
    }

    private static LoadedSchemes load(@Nullable Path keys) {
        return LoadedSchemes.load(keys);
    }

    private Path keys(String line) throws IOException {
        return Files.write(folder.resolve("keys.txt"), List.of(KeyFile.HEADER, line));
    }
}
