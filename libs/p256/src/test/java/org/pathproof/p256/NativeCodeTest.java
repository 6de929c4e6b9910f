// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Compiles and runs the tests of {@code src/test/native}: under sanitizers, with the shipped library, and on processors
 * without AVX-512, ADX or BMI2 and on aarch64 under qemu, all at the same time.
 * {@code -Dpathproof.p256.native.thorough=true} tests
 * every shape of tables, and uses ThreadSanitizer.
 */
@Execution(ExecutionMode.CONCURRENT)
class NativeCodeTest {
    private static final System.Logger log = System.getLogger(NativeCodeTest.class.getName());

    @Test
    void nativeTestsPass() throws IOException, InterruptedException {
        List<String> options = Boolean.getBoolean("pathproof.p256.native.thorough") ? List.of("thorough") : List.of();
        assertThat(run("run.sh", "target/native-test", options))
                .contains("cpu_test: ", "field_test: ", "verify_test: ", "threads_test: ");
    }

    /**
     * A program that executes an instruction which the processor lacks ends with "Illegal instruction". The script then
     * fails.
     */
    @Test
    void executesNoInstructionThatAProcessorLacks() throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                "amd64".equals(System.getProperty("os.arch")), "lesser processors are NOT TESTED: this is no x86-64");
        assertThat(isOnPath("qemu-x86_64"))
                .as("qemu-x86_64 is installed (./pathproof test installs it)")
                .isTrue();
        String output = run("lesser_cpus.sh", "target/native-test-lesser", List.of());
        assertThat(output)
                .contains(
                        "cpu: Nehalem: usable kernels: none",
                        "cpu: Haswell: usable kernels: avx2",
                        "cpu: max,-bmi2: usable kernels: none",
                        "cpu: Broadwell: usable kernels: scalar avx2",
                        "cpu: Haswell: limbs_test: ");
        if (isOnPath("aarch64-linux-gnu-gcc")) {
            assertThat(output).contains("aarch64: field_test: ", "aarch64: verify_test: scalar: 1 shapes, ");
        }
    }

    /** Returns the output of a script; lines about skipped parts become warnings. */
    private static String run(String script, String folder, List<String> options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", "src/test/native/" + script, folder));
        command.addAll(options);
        Process process = new ProcessBuilder(command)
                .directory(Path.of("").toAbsolutePath().toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        assertThat(status).as(output).isZero();
        output.lines()
                .forEach(line -> log.log(
                        line.contains("NOT TESTED") ? System.Logger.Level.WARNING : System.Logger.Level.INFO, line));
        return output;
    }

    private static boolean isOnPath(String program) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
