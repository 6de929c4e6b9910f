// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pathproof.architecture.Modules.Module;

/**
 * Compares the picture and the table of modules with the poms. The picture is docs/images/modules.svg, and the table is
 * docs/reference/modules.md.
 */
final class ModulesReferenceTest {
    private static final String INTRODUCTION = """
            # Modules

            For developers: the modules of the product, their size and their dependencies. A test generates this page and its
            picture from the poms. Lines are lines of main code in Java, rounded to hundreds; the page changes when a module
            grows or shrinks by a fifth. Modules of tests are left out.

            ![modules in rows; arrows point down to the modules that a module depends on](../images/modules.svg)

            An arrow is left out where a chain of other arrows leads to the same module.

            | module | contents | lines | depends on |
            |---|---|--:|---|
            """;

    private static final Path PICTURE = Path.of("docs", "images", "modules.svg");
    private static final Path PAGE = Path.of("docs", "reference", "modules.md");
    private static final Pattern ROW = Pattern.compile("\\| `(?<path>[^`]+)` \\| [^|]+ \\| (?<lines>[\\d,]+) \\|.*");

    @Test
    void thePictureHasTheModulesOfTheBuildAndNoCircle() throws IOException {
        ReferencePage.assertCurrent(PICTURE, ModulesPicture.of(Modules.read()));
    }

    @Test
    void thePageListsEveryModule() throws IOException {
        Map<String, Integer> earlier = linesOnThePage();
        StringBuilder page = new StringBuilder(INTRODUCTION);
        Modules.read().values().stream()
                .sorted(Comparator.comparing(Module::path))
                .forEach(module -> page.append(row(module, earlier)));
        ReferencePage.assertCurrent(PAGE, page.toString());
    }

    private static String row(Module module, Map<String, Integer> earlier) {
        assertThat(module.description())
                .as("description in the pom of %s", module.path())
                .isNotEmpty();
        return String.format(
                Locale.ROOT,
                "| `%s` | %s | %,d | %s |\n",
                module.path(),
                module.description(),
                lines(module, earlier.get(module.path())),
                module.dependencies().stream()
                        .map(path -> "`" + path.substring(path.lastIndexOf('/') + 1) + "`")
                        .collect(Collectors.joining(", ")));
    }

    /** Returns the number on the page while it differs by less than a fifth, so that few commits change the page. */
    private static int lines(Module module, @Nullable Integer onThePage) {
        if (onThePage != null && Math.abs(onThePage - module.lines()) <= Math.max(200, onThePage / 5)) {
            return onThePage;
        }
        return Math.round(module.lines() / 100f) * 100;
    }

    private static Map<String, Integer> linesOnThePage() throws IOException {
        Map<String, Integer> lines = new HashMap<>();
        Path page = ReferencePage.root().resolve(PAGE);
        for (String line : Files.exists(page) ? Files.readAllLines(page) : List.<String>of()) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                lines.put(row.group("path"), Integer.valueOf(row.group("lines").replace(",", "")));
            }
        }
        return lines;
    }
}
