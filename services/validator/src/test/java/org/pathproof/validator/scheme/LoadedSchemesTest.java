// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.scheme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.schemes.KeyFile;
import org.pathproof.settings.SchemeSettings;

/** Tests that wrong settings of experimental schemes are refused by name. */
final class LoadedSchemesTest {
    private static final String ENTRY = " 65001 2027-01-01T00:00:00Z - - AA==";

    @TempDir
    private Path folder;

    @Test
    void loadsTheSchemesOfTheKeyFile() throws IOException {
        assertThat(load(keys("KC-RSA rsa-1024" + ENTRY)).get()).isNotNull();
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
        Path file = keys("KC-RSA rsa-1024" + ENTRY);
        assertThatThrownBy(() -> LoadedSchemes.load(new SchemeSettings(true, 252, file, folder.resolve("absent"))))
                .hasMessageContaining("pathproof.schemes.library: cannot list the folder");
        assertThatThrownBy(() -> new SchemeSettings(false, 33, null, null))
                .hasMessageContaining("pathproof.schemes.attribute is 33: must be 244 to 255");
    }

    private static void assertRefused(@Nullable Path keys, String... message) {
        assertThatThrownBy(() -> load(keys))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(message);
    }

    private static LoadedSchemes load(@Nullable Path keys) {
        return LoadedSchemes.load(new SchemeSettings(true, 252, keys, null));
    }

    private Path keys(String line) throws IOException {
        return Files.write(folder.resolve("keys.txt"), List.of(KeyFile.HEADER, line));
    }
}
