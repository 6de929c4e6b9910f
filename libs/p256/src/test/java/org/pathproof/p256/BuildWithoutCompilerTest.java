// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the build on a machine that cannot build the native library: the build prints one line, succeeds, and removes
 * an old library.
 */
class BuildWithoutCompilerTest {
    private static final List<String> TOOLS = List.of("sh", "dirname", "uname", "mkdir", "find", "mktemp", "rm", "mv");

    @TempDir
    private Path folder;

    @Test
    void succeedsWithOneLineWithoutACompiler() throws IOException, InterruptedException {
        Path old = folder.resolve("native/linux-x86_64/libpathproof_p256.so");
        Files.createDirectories(old.getParent());
        Files.writeString(old, "an old library");
        Files.setLastModifiedTime(old, FileTime.fromMillis(0));
        assertThat(build("x86_64")).isEqualTo("p256: no C compiler here; Java verifies alone");
        assertThat(old).doesNotExist();
    }

    @Test
    void succeedsWithOneLineForAnUnknownProcessor() throws IOException, InterruptedException {
        assertThat(build("mips64")).isEqualTo("p256: no native engine for mips64; Java verifies alone");
    }

    /** Returns the output of build.sh with only the tools that it needs on its path. */
    private String build(String architecture) throws IOException, InterruptedException {
        Path path = Files.createDirectories(folder.resolve("path"));
        for (String tool : TOOLS) {
            Path found = Stream.of("/usr/bin", "/bin")
                    .map(directory -> Path.of(directory, tool))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(tool + " is not installed"));
            Path calling = Files.writeString(path.resolve(tool), "#!/bin/sh\nexec " + found + " \"$@\"\n");
            Files.setPosixFilePermissions(calling, PosixFilePermissions.fromString("rwx------"));
        }
        ProcessBuilder builder = new ProcessBuilder(
                        path.resolve("sh").toString(), "src/main/native/build.sh", folder.toString())
                .directory(Path.of("").toAbsolutePath().toFile())
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", path.toString());
        builder.environment().put("TARGET_ARCH", architecture);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.strip();
    }
}
