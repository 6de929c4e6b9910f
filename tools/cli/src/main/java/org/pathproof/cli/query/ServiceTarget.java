// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import org.pathproof.cli.io.OutputFormat;

/** The parent of a group of subcommands that ask another service than the policy API. */
interface ServiceTarget {
    /** Returns the format of {@code --output}; by default a table on a terminal, else JSON. */
    OutputFormat format();

    /**
     * Returns a client of a service.
     *
     * @param source name of the setting with the URL, for errors
     * @param otherwise URL without the option {@code --url}
     */
    Api api(String source, String otherwise);
}
