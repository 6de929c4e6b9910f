// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.questions;

import java.util.List;

/**
 * A query with the meaning of its columns.
 *
 * @param sql a SELECT; its values are numbers and texts that parsers have checked, and no text of a client
 */
public record Question(String sql, List<Column> columns) {
    public Question {
        columns = List.copyOf(columns);
    }
}
