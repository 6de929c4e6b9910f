// SPDX-License-Identifier: Apache-2.0
/**
 * {@code pathproof lab}: what the lab makes, as files for other programs.
 *
 * <p>{@link org.pathproof.lab.command.LabCommand} is the frame, each thing to make a subcommand of its own. What they make follows from
 * a seed: the same command gives the same octets.
 */
@NullMarked
package org.pathproof.lab.command;

import org.jspecify.annotations.NullMarked;
