// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code pathproof} command: tools for files, captures and a running Pathproof.
 *
 * <p>{@link org.pathproof.cli.PathproofCommand} lists the subcommands. Each has a package of its own: {@code decode},
 * {@code replay}, {@code verify}, {@code query} and {@code engine}. Most commands write JSON to standard output, one
 * object per line ({@link org.pathproof.cli.io.JsonLines}), and all write messages for users to standard error. Scripts
 * rely on the exit codes in {@link org.pathproof.cli.io.ExitCode}.
 */
@NullMarked
package org.pathproof.cli;

import org.jspecify.annotations.NullMarked;
