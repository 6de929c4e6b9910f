// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.measure;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Measures OpenSSL on one thread, called from C, with signatures of a workload: SHA-256 of the message, DER and the
 * signature.
 */
public final class OpenSsl {
    private static final String SOURCE = "openssl.c";
    private static final List<String> COMPILERS = List.of("cc", "gcc", "clang");
    private static final int MILLISECONDS = 3000;

    private OpenSsl() {}

    /**
     * The result of a run.
     *
     * @param signaturesPerSecond signatures per second of CPU time; 0 without a measurement
     */
    public record Result(double signaturesPerSecond, String words) {}

    /** Compiles and runs the program, in a new folder below {@code folder}. */
    public static Result measure(Path baseline, Path folder) throws IOException {
        Path scratch = Files.createTempDirectory(folder, "openssl-");
        Path source = scratch.resolve(SOURCE);
        Path program = scratch.resolve("openssl");
        try (InputStream in = Objects.requireNonNull(
                OpenSsl.class.getResourceAsStream("/org/pathproof/benchmark/pipeline/" + SOURCE))) {
            Files.copy(in, source);
            for (String compiler : COMPILERS) {
                Ran compiled = run(compiler, "-O2", source.toString(), "-o", program.toString(), "-lcrypto");
                if (compiled.status() == 0) {
                    Ran ran = run(program.toString(), baseline.toString(), Integer.toString(MILLISECONDS));
                    String[] words = ran.output().strip().split(" ", 2);
                    return ran.status() == 0
                            ? new Result(Double.parseDouble(words[0]), words[1] + ", one thread, in the same run")
                            : new Result(
                                    0,
                                    "OpenSSL was not measured: " + ran.output().strip());
                }
            }
            return new Result(0, "OpenSSL was not measured: no C compiler, or no libssl-dev");
        } finally {
            Files.deleteIfExists(source);
            Files.deleteIfExists(program);
            Files.deleteIfExists(scratch);
        }
    }

    private record Ran(int status, String output) {}

    private static Ran run(String... command) throws IOException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            try (InputStream in = process.getInputStream()) {
                String output = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                return new Ran(process.waitFor(), output);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (IOException e) {
            return new Ran(-1, String.valueOf(e.getMessage()));
        }
    }
}
