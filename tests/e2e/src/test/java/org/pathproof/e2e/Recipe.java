// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Reads configurations from pages for operators, where comments mark the beginning and the end of each
 * configuration.
 */
final class Recipe {
    private static final Path PAGES = Path.of("../../docs/operators");

    private Recipe() {}

    /** Returns the recipe of routers.md with all placeholders replaced. Every placeholder must occur. */
    static String of(String name, Map<String, String> placeholders) throws IOException {
        return of("routers.md", name, placeholders);
    }

    /** Returns the recipe of a page with all placeholders replaced. Every placeholder must occur. */
    static String of(String file, String name, Map<String, String> placeholders) throws IOException {
        String page = Files.readString(PAGES.resolve(file));
        String begin = "<!-- recipe: " + name + " -->";
        int from = page.indexOf(begin);
        assertThat(from).as("mark of %s in %s", name, file).isNotNegative();
        String recipe = page.substring(from + begin.length(), page.indexOf("<!-- end of recipe -->", from))
                .stripTrailing()
                .stripIndent();
        for (Map.Entry<String, String> placeholder : placeholders.entrySet()) {
            assertThat(recipe).contains(placeholder.getKey());
            recipe = recipe.replace(placeholder.getKey(), placeholder.getValue());
        }
        return recipe + "\n";
    }
}
