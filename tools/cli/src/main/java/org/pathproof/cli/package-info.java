// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code pathproof} command: tools for an engineer with a file, a capture or a running Pathproof at hand.
 *
 * <p>{@link org.pathproof.cli.PathproofCommand} is the frame; each command is a class in a package of its own ({@code decode},
 * {@code replay}, {@code verify}, {@code query}, {@code engine}), listed in its annotation. What a command prints for machines is
 * JSON, one object a line, on standard output ({@link org.pathproof.cli.JsonLines}); what it has to say to people goes to
 * standard error. Exit codes are part of the contract with scripts: see {@link org.pathproof.cli.ExitCode}.
 */
@NullMarked
package org.pathproof.cli;

import org.jspecify.annotations.NullMarked;
