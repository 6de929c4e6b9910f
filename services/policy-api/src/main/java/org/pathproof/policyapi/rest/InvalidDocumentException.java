// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import java.util.List;
import org.pathproof.wire.Plural;

/** A document in the body of a request cannot be used. */
public final class InvalidDocumentException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<DocumentProblem> problems;

    /**
     * A problem with its position.
     *
     * @param line counted from 1
     * @param column counted from 1
     * @param field path of the field, such as {@code groups[0].policy}; empty for the document
     */
    public record DocumentProblem(int line, int column, String field, String message) {}

    /** @param problems at least one */
    public InvalidDocumentException(List<DocumentProblem> problems) {
        super(message(problems));
        this.problems = List.copyOf(problems);
    }

    private static String message(List<DocumentProblem> problems) {
        DocumentProblem first = problems.getFirst();
        String more = problems.size() == 1 ? "" : " (and " + Plural.of(problems.size() - 1L, "more problem") + ")";
        return "line " + first.line() + ", column " + first.column() + ": "
                + (first.field().isEmpty() ? "" : first.field() + ": ") + first.message() + more;
    }

    List<DocumentProblem> problems() {
        return problems;
    }
}
