// SPDX-License-Identifier: Apache-2.0
/**
 * The history service: writes every change of a verdict to files, and answers questions about them.
 *
 * <p>{@code input} reads {@code pathproof.verdicts} and {@code pathproof.sessions}, {@code changes} finds the changes,
 * {@code engine} keeps them in memory and in the Parquet files of {@code files}, {@code questions} makes queries of
 * them, and {@code web} is the REST interface. ADR 86 in docs/adr has the reasons.
 */
@NullMarked
package org.pathproof.history;

import org.jspecify.annotations.NullMarked;
