// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Compares what the launcher reads from poms and argument files with the poms. */
class ProgramsTest {
    private static final Path ROOT = ReferencePage.root();
    /** The pom of a program copies its jars to this folder. */
    private static final String JARS = "${project.build.directory}/lib";

    /** The artifact and the dependencies of a module; those of tests do not count. */
    private record Module(String artifact, Set<String> dependencies) {}

    @ParameterizedTest
    @MethodSource("programs")
    void theLauncherLooksAtAllModulesOfAProgram(String program) throws IOException, InterruptedException {
        assertThat(upstream(program)).containsExactlyInAnyOrderElementsOf(closure(program));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void aProgramHasOptionsOfItsJvm(String program) {
        assertThat(ROOT.resolve(program).resolve("jvm.args")).isRegularFile();
    }

    /** Without --enable-native-access and --sun-misc-unsafe-memory-access, a JVM writes warnings for the user. */
    @ParameterizedTest
    @MethodSource("programs")
    void aProgramThatLoadsTheSignatureEngineMayCallNativeCode(String program) throws IOException {
        if (closure(program).contains("libs/p256")) {
            assertThat(options(program + "/jvm.args"))
                    .contains("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
        }
    }

    @Test
    void imagesHaveTheOptionsOfTheirArgumentFile() throws IOException {
        String pom = Files.readString(ROOT.resolve("pom.xml"));
        String heap =
                pom.substring(pom.indexOf("<image.heap>") + "<image.heap>".length(), pom.indexOf("</image.heap>"));
        List<String> flags = Pattern.compile("<jvmFlag>(.*)</jvmFlag>")
                .matcher(pom)
                .results()
                .map(flag -> flag.group(1).replace("${image.heap}", heap))
                .toList();
        assertThat(flags).containsExactlyElementsOf(options("packaging/images/jvm.args"));
    }

    @Test
    void thePipelineBenchmarkRunsServicesWithTheOptionsOfImages() throws IOException {
        String site = Files.readString(ROOT.resolve(
                "tests/benchmarks/pipeline/src/main/java/org/pathproof/benchmark/pipeline/site/Site.java"));
        String constant = site.substring(site.indexOf("String JVM ="), site.indexOf(";", site.indexOf("String JVM =")));
        List<String> options = Pattern.compile("-[\\w:+=-]+")
                .matcher(constant)
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(options)
                .containsExactlyInAnyOrderElementsOf(options("packaging/images/jvm.args").stream()
                        .filter(option -> !option.contains("RAMPercentage"))
                        .toList());
    }

    @Test
    void noPomRefersToFilesOutsideOfTheRepository() throws IOException {
        for (String module : Stream.concat(Stream.of("."), modules()).toList()) {
            assertThat(Files.readString(ROOT.resolve(module).resolve("pom.xml")))
                    .as(module)
                    .doesNotContain("multiModuleProjectDirectory}/..");
        }
    }

    /** The launcher builds programs with maven.test.skip; such a build of a clean checkout has no jars of tests. */
    @Test
    void onlyProfilesOfTestsDependOnJarsOfTests() throws IOException {
        for (String module : modules().toList()) {
            String pom = Files.readString(ROOT.resolve(module).resolve("pom.xml"));
            int profile = pom.indexOf("<name>!maven.test.skip</name>");
            assertThat(profile < 0 ? pom : pom.substring(0, profile)).as(module).doesNotContain("<type>test-jar<");
        }
    }

    static Stream<String> programs() throws IOException {
        return modules().filter(ProgramsTest::isProgram);
    }

    private static boolean isProgram(String module) {
        try {
            return Files.readString(ROOT.resolve(module).resolve("pom.xml")).contains(JARS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> modules() throws IOException {
        return Pattern.compile("<module>(.*)</module>")
                .matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .map(module -> module.group(1));
    }

    private static List<String> options(String file) throws IOException {
        return Files.readAllLines(ROOT.resolve(file)).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    /** Returns what the function `upstream` of the launcher prints. */
    private static List<String> upstream(String module) throws IOException, InterruptedException {
        Process bash = new ProcessBuilder(
                        "bash",
                        "-c",
                        "root=$1; . \"$root/packaging/launcher/build\"; upstream \"$2\"",
                        "bash",
                        ROOT.toString(),
                        module)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).isZero();
        return output.lines().toList();
    }

    /** Returns a module and all modules that it depends on, from the parsed poms. */
    private static Set<String> closure(String program) throws IOException {
        Map<String, Module> modules = new LinkedHashMap<>();
        for (String folder : modules().toList()) {
            modules.put(folder, parse(ROOT.resolve(folder).resolve("pom.xml")));
        }
        Set<String> reached = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(program));
        while (!open.isEmpty()) {
            String folder = open.pop();
            if (reached.add(folder)) {
                Module reachedModule = Objects.requireNonNull(modules.get(folder));
                modules.forEach((other, module) -> {
                    if (reachedModule.dependencies().contains(module.artifact())) {
                        open.add(other);
                    }
                });
            }
        }
        return reached;
    }

    private static Module parse(Path pom) throws IOException {
        Element project;
        try {
            project = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(pom.toFile())
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(pom.toString(), e);
        }
        Set<String> dependencies = new TreeSet<>();
        NodeList found = project.getElementsByTagName("dependency");
        for (int i = 0; i < found.getLength(); i++) {
            if (!"test".equals(child(found.item(i), "scope"))) {
                dependencies.add(child(found.item(i), "artifactId"));
            }
        }
        return new Module(child(project, "artifactId"), dependencies);
    }

    /** Returns the text of a child element, or nothing. */
    private static String child(Node parent, String name) {
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node.getNodeName().equals(name)) {
                return node.getTextContent();
            }
        }
        return "";
    }
}
