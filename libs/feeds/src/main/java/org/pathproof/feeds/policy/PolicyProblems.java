// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.Node;

/** Collects the problems of one document. */
final class PolicyProblems {
    /** Maximum number of problems that are kept. */
    private static final int MAX_PROBLEMS = 100;

    private final String source;
    private final List<PolicyProblem> problems = new ArrayList<>();

    PolicyProblems(String source) {
        this.source = source;
    }

    void add(Node node, String field, String message) {
        Mark mark = node.getStartMark();
        add(mark.getLine() + 1, mark.getColumn() + 1, field, message);
    }

    void add(int line, int column, String field, String message) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(new PolicyProblem(source, line, column, field, message));
        }
    }

    boolean isEmpty() {
        return problems.isEmpty();
    }

    /** Returns the problems in the order of the document. */
    List<PolicyProblem> sorted() {
        return problems.stream()
                .sorted(Comparator.comparingInt(PolicyProblem::line)
                        .thenComparingInt(PolicyProblem::column)
                        .thenComparing(PolicyProblem::field))
                .toList();
    }
}
