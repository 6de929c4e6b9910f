// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Compiles and runs the tests of {@code src/test/native}: under sanitizers, with the library as it is shipped, and on other processors under
 * qemu. {@code -Dpathproof.p256.native.thorough=true} takes every shape of tables, and ThreadSanitizer.
 */
class NativeCodeTest {
    private static final System.Logger LOG = System.getLogger(NativeCodeTest.class.getName());
    private static final int CANNOT_RUN_HERE = 77;

    @Test
    void holdsAtItsBoundsAndInEveryExceptionalCase() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", "src/test/native/run.sh", "target/native-test"));
        if (Boolean.getBoolean("pathproof.p256.native.thorough")) {
            command.add("thorough");
        }
        Process process = new ProcessBuilder(command)
                .directory(Path.of("").toAbsolutePath().toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        if (status == CANNOT_RUN_HERE) {
            Assumptions.abort("The native code is NOT TESTED under sanitizers: " + output);
        }
        assertThat(status).as(output).isZero();
        assertThat(output).contains("field_test: ", "verify_test: ", "threads_test: ");
        output.lines()
                .forEach(line -> LOG.log(
                        line.contains("NOT TESTED") ? System.Logger.Level.WARNING : System.Logger.Level.INFO, line));
    }
}
