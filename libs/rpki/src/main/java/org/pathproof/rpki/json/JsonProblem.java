// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.json;

import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/**
 * A problem in a JSON file, with its position.
 *
 * @param source the file's name
 * @param line counted from 1
 * @param column counted from 1
 * @param field the path in the document, for example {@code roas[3].prefix}; empty for the document itself
 * @param message a sentence for an operator
 */
public record JsonProblem(String source, int line, int column, String field, String message) {
    private static final Pattern REMARK_ON_SOURCE = Pattern.compile(" \\(start marker at \\[.*]\\)", Pattern.DOTALL);

    /** Returns the parser's message without references to Jackson's internals. */
    public static String words(JacksonException e) {
        return REMARK_ON_SOURCE.matcher(e.getOriginalMessage()).replaceAll("");
    }

    @Override
    public String toString() {
        return source + ":" + line + ":" + column + ": " + (field.isEmpty() ? "" : field + ": ") + message;
    }
}
