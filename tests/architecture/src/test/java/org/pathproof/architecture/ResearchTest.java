// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the poms of the product name no module of research, in any scope. So no image contains one. */
final class ResearchTest {
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(pathproof-[\\w-]+)</artifactId>");

    @Test
    void noPomOfTheProductNamesAModuleOfResearch() throws IOException {
        List<String> research =
                poms("research").map(pom -> artifacts(pom).getFirst()).toList();
        assertThat(research).contains("pathproof-schemes", "pathproof-schemes-hook", "pathproof-scheme-lab");
        List<Path> product = Stream.of("libs", "services", "tools", "standalone")
                .flatMap(ResearchTest::poms)
                .toList();
        assertThat(product).hasSizeGreaterThan(20);
        for (Path pom : product) {
            assertThat(artifacts(pom)).as("%s", pom).doesNotContainAnyElementsOf(research);
        }
    }

    /** Returns the artifacts that a pom names: its own, then those that it depends on. */
    private static List<String> artifacts(Path pom) {
        try {
            return ARTIFACT.matcher(Files.readString(pom))
                    .results()
                    .map((MatchResult found) -> found.group(1))
                    .toList();
        } catch (IOException e) {
            throw new AssertionError("cannot read " + pom, e);
        }
    }

    /** Returns the poms in a folder of the checkout. */
    private static Stream<Path> poms(String folder) {
        try (Stream<Path> files = Files.walk(ReferencePage.root().resolve(folder), 2)) {
            return files.filter(file -> file.endsWith("pom.xml")).toList().stream();
        } catch (IOException e) {
            throw new AssertionError("cannot list " + folder, e);
        }
    }
}
