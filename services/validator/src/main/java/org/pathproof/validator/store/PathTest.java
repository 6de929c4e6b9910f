// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Tests path parts of rows, each part once in a page. One visit of {@link RowPages} uses an object. Not thread-safe.
 */
public final class PathTest {
    private static final byte UNKNOWN = 0;
    private static final byte PASSED = 1;
    private static final byte FAILED = 2;

    private final Test test;
    private final byte[] results = new byte[Parts.MOST];
    private @Nullable RowPage page;

    /** A test whose result depends on the path part of a row only. */
    @FunctionalInterface
    public interface Test {
        boolean passes(RowCursor row);
    }

    public PathTest(Test test) {
        this.test = test;
    }

    /** Returns true if the path part of the row passes the test. */
    public boolean passes(RowCursor row) {
        if (!row.isIn(page)) {
            page = row.page;
            Arrays.fill(results, UNKNOWN);
        }
        int number = row.pathNumber();
        if (results[number] == UNKNOWN) {
            results[number] = test.passes(row) ? PASSED : FAILED;
        }
        return results[number] == PASSED;
    }
}
