// SPDX-License-Identifier: Apache-2.0
/**
 * The reference model. {@link org.pathproof.chaos.oracle.Oracle} validates the final routes of the routers from
 * scratch, with plain maps and Bouncy Castle. {@link org.pathproof.chaos.oracle.Reader} rebuilds the table from
 * pathproof.verdicts and pathproof.sessions alone, and checks that every verdict is possible. {@link
 * org.pathproof.chaos.oracle.Comparison} lists the differences.
 */
@NullMarked
package org.pathproof.chaos.oracle;

import org.jspecify.annotations.NullMarked;
