// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests which changes make {@code ./pathproof} build. The checkout is small and already built. PATH has no Maven, so
 * that a build fails with a known message.
 */
class LauncherTest {
    private static final List<String> TOOLS =
            List.of("bash", "dirname", "readlink", "sed", "find", "mkdir", "flock", "git", "id");
    private static final int FAILED = 2;

    @TempDir
    private Path folder;

    private final Instant built = Instant.now().minus(Duration.ofHours(1));
    private final Instant before = built.minus(Duration.ofHours(1));
    private Path checkout;
    private Path path;

    @BeforeEach
    void createCheckout() throws IOException {
        checkout = Files.createDirectory(folder.resolve("checkout"));
        Files.copy(ReferencePage.root().resolve("pathproof"), checkout.resolve("pathproof"));
        for (String file : List.of(
                "pom.xml",
                "libs/wire/pom.xml",
                "libs/wire/src/main/java/org/A.java",
                "libs/wire/src/main/java/org/B.java",
                "libs/p256/src/main/native/engine.c",
                "services/one/pom.xml",
                "services/one/src/main/resources/one.yaml",
                "tools/cli/pom.xml",
                "standalone/pom.xml")) {
            write(file);
        }
        write(".build/stamp");
        try (Stream<Path> all = Files.walk(checkout)) {
            for (Path file : all.toList()) {
                Files.setLastModifiedTime(file, FileTime.from(before));
            }
        }
        Files.setLastModifiedTime(checkout.resolve(".build/stamp"), FileTime.from(built));
        path = Files.createDirectory(folder.resolve("path"));
        for (String tool : TOOLS) {
            Path found = Stream.of("/usr/bin", "/bin")
                    .map(directory -> Path.of(directory, tool))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseGet(() -> Assumptions.abort("the launcher is NOT TESTED: no " + tool));
            Path script = Files.writeString(path.resolve(tool), "#!/bin/sh\nexec " + found + " \"$@\"\n");
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void buildsNothingWhenNothingIsStale() throws IOException, InterruptedException {
        assertNothingIsStale();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "libs/wire/.jqwik-database",
                "services/one/.jqwik-database",
                "standalone/.cifuzz-corpus/org.pathproof/one",
                "tools/cli/hs_err_pid17.log",
                "tools/cli/replay_pid17.log",
                "libs/p256/target/native-test/probe.c",
                "libs/wire/src/test/java/org/ATest.java",
                "libs/wire/src/test/resources/main/found.bin",
                "services/one/data/journal",
                "libs/wire/src/main/java/org/.A.java.swp",
                "libs/wire/src/main/java/org/A.java~"
            })
    void ignoresFilesOfTestsAndEditors(String file) throws IOException, InterruptedException {
        write(file);
        // The new file also changed the time of its folder. Folder times matter only for deleted sources.
        Files.setLastModifiedTime(checkout.resolve(file).getParent(), FileTime.from(before));
        assertNothingIsStale();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pom.xml",
                "services/one/pom.xml",
                "libs/wire/src/main/java/org/A.java",
                "libs/wire/src/main/java/org/New.java",
                "libs/p256/src/main/native/engine.c",
                "services/one/src/main/resources/one.yaml"
            })
    void buildsAfterTheChangeOfASource(String file) throws IOException, InterruptedException {
        write(file);
        assertStale();
    }

    @Test
    void buildsAfterTheDeletionOfASource() throws IOException, InterruptedException {
        Files.delete(checkout.resolve("libs/wire/src/main/java/org/B.java"));
        assertStale();
    }

    @Test
    void refusesAnUnknownEngineBeforeAnyTest() throws IOException, InterruptedException {
        ProcessBuilder builder = launcher("test", "unit");
        builder.environment().put("PATHPROOF_TEST_ENGINE", "abacus");
        Path maven = Files.writeString(path.resolve("mvn"), "#!/bin/sh\nexit 0\n");
        Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwx------"));
        assertThat(run(builder, FAILED)).contains("PATHPROOF_TEST_ENGINE is 'abacus'", "scalar", "java");
    }

    private void assertNothingIsStale() throws IOException, InterruptedException {
        assertThat(run(launcher("build"), 0)).isEmpty();
    }

    private void assertStale() throws IOException, InterruptedException {
        assertThat(run(launcher("build"), FAILED)).contains("Maven not found");
    }

    private void write(String file) throws IOException {
        Path written = checkout.resolve(file);
        Files.createDirectories(written.getParent());
        Files.writeString(written, "content\n");
    }

    private ProcessBuilder launcher(String... arguments) {
        ProcessBuilder builder = new ProcessBuilder(path.resolve("bash").toString());
        builder.command().add(checkout.resolve("pathproof").toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().clear();
        builder.environment().put("PATH", path.toString());
        builder.environment().put("PATHPROOF_JAVA_HOME", System.getProperty("java.home"));
        return builder.redirectErrorStream(true);
    }

    private static String run(ProcessBuilder builder, int expected) throws IOException, InterruptedException {
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(expected);
        return output;
    }
}
