// SPDX-License-Identifier: Apache-2.0
/**
 * Output for the user who started the program.
 *
 * <p>{@code Console} prints lines and warnings. {@code Progress} prints the steps of the start, and {@code
 * ConsoleChecklist} the steps that are left to the operator. {@code StartFailure} ends the start with one line on the
 * console; all packages of the program throw it for faults that the user can solve.
 */
@NullMarked
package org.pathproof.standalone.console;

import org.jspecify.annotations.NullMarked;
