// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

/** Form of an answer on standard output. */
enum OutputFormat {
    /** Columns for people. */
    TABLE,
    /** The answer of the REST interface as it came. */
    JSON
}
