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
            List.of("bash", "dirname", "readlink", "sed", "awk", "find", "mkdir", "flock", "git", "id");
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
        for (String copied : List.of("pathproof", "packaging/launcher", "tests/run", "tests/benchmarks/run")) {
            copy(copied);
        }
        for (String file : List.of(
                "libs/wire/src/main/java/org/A.java",
                "libs/wire/src/main/java/org/B.java",
                "libs/p256/src/main/native/engine.c",
                "services/one/src/main/resources/one.yaml",
                "tests/harness/src/main/java/org/H.java",
                "research/apart/src/main/java/org/R.java")) {
            write(file, "content");
        }
        write(
                "pom.xml",
                modules(
                        "tests/harness",
                        "libs/wire",
                        "libs/p256",
                        "services/one",
                        "research/apart",
                        "tools/cli",
                        "standalone"));
        createModule("libs/wire", "wire", dependency("harness", "<scope>test</scope>"));
        createModule("libs/p256", "p256");
        createModule("services/one", "one", dependency("wire", ""));
        createModule("tools/cli", "cli", dependency("p256", ""));
        createModule("standalone", "standalone", dependency("one", "<scope>runtime</scope>"));
        createModule("tests/harness", "harness");
        createModule("research/apart", "apart");
        write(".build/stamps/standalone", "");
        write(".build/stamps/tools-cli", "");
        try (Stream<Path> all = Files.walk(checkout)) {
            for (Path file : all.toList()) {
                Files.setLastModifiedTime(file, FileTime.from(before));
            }
        }
        for (String stamp : List.of("standalone", "tools-cli")) {
            Files.setLastModifiedTime(checkout.resolve(".build/stamps").resolve(stamp), FileTime.from(built));
        }
        linkTools();
    }

    /** Creates a folder for PATH with only the tools that the launcher needs for a built checkout. */
    private void linkTools() throws IOException {
        path = Files.createDirectory(folder.resolve("path"));
        for (String tool : TOOLS) {
            Path found = Stream.of("/usr/bin", "/bin")
                    .map(directory -> Path.of(directory, tool))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(tool + " is not installed"));
            createProgram(tool, "exec " + found + " \"$@\"");
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
                "libs/wire/src/main/java/org/A.java~",
                // Only tests depend on the harness, and nothing depends on the other module.
                "tests/harness/src/main/java/org/H.java",
                "research/apart/src/main/java/org/R.java"
            })
    void ignoresFilesThatNoProgramContains(String file) throws IOException, InterruptedException {
        write(file, "content");
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
        Path changed = checkout.resolve(file);
        if (Files.exists(changed)) {
            Files.setLastModifiedTime(changed, FileTime.from(Instant.now()));
        } else {
            write(file, "content");
        }
        assertStale();
    }

    @Test
    void buildsAfterTheDeletionOfASource() throws IOException, InterruptedException {
        Files.delete(checkout.resolve("libs/wire/src/main/java/org/B.java"));
        assertStale();
    }

    @Test
    void buildsAProgramThatWasNeverBuilt() throws IOException, InterruptedException {
        assertThat(run(launcher("lab", "schemes"), FAILED)).contains("Maven not found");
    }

    @Test
    void refusesAnUnknownEngineBeforeAnyTest() throws IOException, InterruptedException {
        ProcessBuilder builder = launcher("test", "unit");
        builder.environment().put("PATHPROOF_TEST_ENGINE", "abacus");
        createProgram("mvn", "exit 0");
        assertThat(run(builder, FAILED)).contains("PATHPROOF_TEST_ENGINE is 'abacus'", "scalar", "java");
    }

    @Test
    void refusesAnUnknownStageBeforeAnyTest() throws IOException, InterruptedException {
        assertThat(run(launcher("test", "unit", "units"), FAILED)).contains("unknown test stage 'units'");
    }

    private void assertNothingIsStale() throws IOException, InterruptedException {
        assertThat(run(launcher("build"), 0)).isEmpty();
    }

    private void assertStale() throws IOException, InterruptedException {
        assertThat(run(launcher("build"), FAILED)).contains("Maven not found");
    }

    private static String modules(String... folders) {
        StringBuilder lines = new StringBuilder();
        for (String module : folders) {
            lines.append("    <module>").append(module).append("</module>\n");
        }
        return lines.toString();
    }

    private static String dependency(String name, String scope) {
        return "    <dependency>\n      <artifactId>pathproof-" + name + "</artifactId>\n      " + scope
                + "\n    </dependency>\n";
    }

    private void createModule(String module, String name, String... dependencies) throws IOException {
        write(
                module + "/pom.xml",
                "<project>\n  <parent><artifactId>pathproof</artifactId></parent>\n  <artifactId>pathproof-" + name
                        + "</artifactId>\n" + String.join("", dependencies) + "</project>");
    }

    private void copy(String name) throws IOException {
        try (Stream<Path> all = Files.walk(ReferencePage.root().resolve(name))) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Path copied =
                        checkout.resolve(ReferencePage.root().relativize(file).toString());
                Files.createDirectories(copied.getParent());
                Files.copy(file, copied);
            }
        }
    }

    private void write(String file, String content) throws IOException {
        Path written = checkout.resolve(file);
        Files.createDirectories(written.getParent());
        Files.writeString(written, content + "\n");
    }

    private void createProgram(String name, String commands) throws IOException {
        Path script = Files.writeString(path.resolve(name), "#!/bin/sh\n" + commands + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
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
