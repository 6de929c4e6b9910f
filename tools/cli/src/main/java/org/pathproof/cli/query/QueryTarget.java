// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import org.pathproof.cli.io.OutputFormat;

/** The parent of the subcommands of {@code query}: its options select an instance of Pathproof and a format. */
interface QueryTarget {
    /** Returns the format of {@code --output}; by default a table on a terminal, else JSON. */
    OutputFormat format();

    /**
     * Returns a client of the REST interface at {@code --url}.
     *
     * @throws picocli.CommandLine.ParameterException if the option is not an HTTP URL
     */
    Api api();
}
