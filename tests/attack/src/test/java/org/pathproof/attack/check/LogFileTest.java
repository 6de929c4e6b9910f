// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogFileTest {
    private static final Pattern EXPECTED = Pattern.compile("disk-watch");

    @TempDir
    Path folder;

    @Test
    void acceptsInformationWarningsAndExpectedErrors() throws IOException {
        Path log = Files.writeString(
                folder.resolve("a.log"),
                "10:00:00  INFO started\n10:00:01  WARN\tslow \\n10:00:02 ERROR forged\n10:00:03 ERROR disk-watch full\n");

        assertThat(LogFile.forbiddenLines(log, EXPECTED)).isEmpty();
    }

    @Test
    void countsErrorsStackTracesAndControlCharactersSeparately() throws IOException {
        Path log = Files.writeString(
                folder.resolve("b.log"),
                "10:00:00 ERROR failed\n\tat Some.method(Some.java:1)\n10:00:01  INFO \u001b[2J\n");

        assertThat(LogFile.forbiddenLines(log, EXPECTED))
                .hasSize(3)
                .anyMatch(c -> c.contains("1 lines at ERROR"))
                .anyMatch(c -> c.contains("1 lines of stack traces"))
                .anyMatch(c -> c.contains("1 lines with control characters"));
    }
}
