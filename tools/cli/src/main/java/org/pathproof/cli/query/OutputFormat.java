// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

/** Form of an answer on standard output. */
enum OutputFormat {
    /** Columns for people. */
    TABLE,
    /** The unchanged answer of the REST interface. */
    JSON
}
