// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

/** Form of a response on standard output. */
enum OutputFormat {
    /** Columns for people. */
    TABLE,
    /** The unchanged response of the REST interface. */
    JSON
}
