// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.json;

/**
 * What is wrong in a JSON file, and where.
 *
 * @param source the file's name
 * @param line counted from 1
 * @param column counted from 1
 * @param field its path in the document, as {@code roas[3].prefix}; empty for the document itself
 * @param message a sentence for an operator
 */
public record JsonProblem(String source, int line, int column, String field, String message) {
    @Override
    public String toString() {
        return source + ":" + line + ":" + column + ": " + (field.isEmpty() ? "" : field + ": ") + message;
    }
}
