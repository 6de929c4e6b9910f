// SPDX-License-Identifier: Apache-2.0
/**
 * The commands of {@code pathproof lab}. {@link org.pathproof.lab.command.LabCommand} is the parent of all subcommands.
 * The output of a subcommand follows from its seed: the same command gives the same bytes.
 */
@NullMarked
package org.pathproof.lab.command;

import org.jspecify.annotations.NullMarked;
