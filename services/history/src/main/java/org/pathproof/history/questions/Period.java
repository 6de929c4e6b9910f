// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.questions;

/**
 * A period. The start is included, the end is not.
 *
 * @param fromUs start, microseconds since 1970
 * @param toUs end, microseconds since 1970
 */
public record Period(long fromUs, long toUs) {
    /** Returns the condition in SQL for a column of times. */
    String condition(String column) {
        return column + " >= make_timestamp(" + fromUs + ") AND " + column + " < make_timestamp(" + toUs + ")";
    }
}
