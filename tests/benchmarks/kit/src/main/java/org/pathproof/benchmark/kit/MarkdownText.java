// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.kit;

/** Wraps Markdown to the longest line that docs/style.md permits. */
public final class MarkdownText {
    private static final int MAX_LINE = 120;

    private MarkdownText() {}

    /**
     * Returns a paragraph or an item of a list in lines of at most {@value #MAX_LINE} characters, if its words permit.
     * Rows of tables and images are returned as they are, because Markdown has one line for each.
     */
    public static String wrap(String text) {
        if (text.startsWith("|") || text.startsWith("!")) {
            return text;
        }
        String indent = text.startsWith("- ") ? "  " : "";
        StringBuilder lines = new StringBuilder();
        String rest = text;
        while (rest.length() > MAX_LINE && rest.lastIndexOf(' ', MAX_LINE) > indent.length()) {
            int end = rest.lastIndexOf(' ', MAX_LINE);
            lines.append(rest, 0, end).append('\n');
            rest = indent + rest.substring(end + 1);
        }
        return lines.append(rest).toString();
    }
}
