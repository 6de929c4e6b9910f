// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Compiles and runs the tests of {@code src/test/native} under AddressSanitizer and UndefinedBehaviorSanitizer. */
class NativeArithmeticTest {
    private static final int CANNOT_RUN_HERE = 77;

    @Test
    void holdsAtItsBounds() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "src/test/native/run.sh", "target/native-test")
                .directory(Path.of("").toAbsolutePath().toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        if (status == CANNOT_RUN_HERE) {
            Assumptions.abort("The native code is NOT TESTED under sanitizers: " + output);
        }
        assertThat(status).as(output).isZero();
        assertThat(output).contains("field_test: ");
    }
}
