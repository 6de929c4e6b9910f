// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.util.ArrayList;
import java.util.List;

/** Keeps the first {@value #MAX_LINES} lines of a text, and counts all lines. */
final class FirstLines implements Appendable {
    static final int MAX_LINES = 1_000;

    private final List<String> lines = new ArrayList<>();
    private final StringBuilder line = new StringBuilder();
    private long total;

    @Override
    public Appendable append(CharSequence text) {
        return append(text, 0, text.length());
    }

    @Override
    public Appendable append(CharSequence text, int start, int end) {
        for (int i = start; i < end; i++) {
            append(text.charAt(i));
        }
        return this;
    }

    @Override
    public Appendable append(char c) {
        if (c == '\n') {
            if (total < MAX_LINES) {
                lines.add(line.toString());
            }
            total++;
            line.setLength(0);
        } else if (total < MAX_LINES) {
            line.append(c);
        }
        return this;
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    long total() {
        return total;
    }
}
