// SPDX-License-Identifier: Apache-2.0
/**
 * The commands of {@code pathproof lab}. {@link org.pathproof.lab.command.LabCommand} is the parent of all subcommands.
 * The seed determines the paths, keys and signatures: the same {@code lab paths} command writes the same bytes.
 */
@NullMarked
package org.pathproof.lab.command;

import org.jspecify.annotations.NullMarked;
