// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.io;

import java.io.Console;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Form of a result on standard output. */
public enum OutputFormat {
    /** Columns for people. */
    TABLE,
    /** JSON for programs. */
    JSON;

    /** Returns the format of an option; without the option, a table on a terminal, and JSON elsewhere. */
    public static OutputFormat of(@Nullable OutputFormat option) {
        if (option != null) {
            return option;
        }
        // System.console() is null, or no terminal, if standard input or output is redirected.
        boolean terminal =
                Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
        return terminal ? TABLE : JSON;
    }
}
