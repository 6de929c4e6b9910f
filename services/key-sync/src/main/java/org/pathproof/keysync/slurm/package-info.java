// SPDX-License-Identifier: Apache-2.0
/**
 * Local exceptions of the operator (SLURM, RFC 8416).
 *
 * <p>{@code SlurmFiles} rereads changed files, and refuses files that conflict. {@code ExceptionalData} applies the
 * exceptions to the data of the sources: it removes filtered objects and adds assertions. {@code SlurmEffect} counts
 * the objects that each entry matches, for the report to operators. The package {@code writer} calls all of them on its
 * thread.
 */
@NullMarked
package org.pathproof.keysync.slurm;

import org.jspecify.annotations.NullMarked;
