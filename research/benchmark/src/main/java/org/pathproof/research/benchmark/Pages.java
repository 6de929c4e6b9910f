// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Replaces generated parts of pages. A part is the text between {@code <!-- begin NAME -->} and {@code <!-- end NAME
 * -->}.
 */
final class Pages {
    private Pages() {}

    /**
     * Replaces all parts of a page.
     *
     * @param parts by name, each with a trailing line break
     * @throws IOException if the page lacks a part
     */
    static void write(Path page, Map<String, String> parts) throws IOException {
        String text = Files.readString(page);
        for (Map.Entry<String, String> part : parts.entrySet()) {
            text = replace(text, part.getKey(), part.getValue(), page);
        }
        Files.writeString(page, text);
    }

    private static String replace(String text, String name, String content, Path page) throws IOException {
        String begin = "<!-- begin " + name + " -->\n";
        int from = text.indexOf(begin);
        int to = text.indexOf("<!-- end " + name + " -->");
        if (from < 0 || to < from) {
            throw new IOException(page + " has no part \"" + name + "\": add its begin and end comments");
        }
        return text.substring(0, from + begin.length()) + "\n" + content + "\n" + text.substring(to);
    }
}
