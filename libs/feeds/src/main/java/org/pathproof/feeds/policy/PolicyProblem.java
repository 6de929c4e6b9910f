// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

/**
 * A problem in a policy document, with its position.
 *
 * @param source name of the document
 * @param line counted from 1
 * @param column counted from 1
 * @param field the path in the document, for example {@code groups[0].policy}; empty for the document itself
 * @param message text for an operator, with the wrong value if there is one
 */
public record PolicyProblem(String source, int line, int column, String field, String message) {
    @Override
    public String toString() {
        return source + ":" + line + ":" + column + ": " + (field.isEmpty() ? "" : field + ": ") + message;
    }
}
