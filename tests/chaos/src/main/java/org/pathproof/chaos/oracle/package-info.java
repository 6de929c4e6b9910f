// SPDX-License-Identifier: Apache-2.0
/**
 * The reference model: {@link org.pathproof.chaos.oracle.Oracle} judges what the routers hold in the end, from scratch, by plain maps and Bouncy
 * Castle; {@link org.pathproof.chaos.oracle.Reader} rebuilds the table from pathproof.verdicts and pathproof.sessions alone, and looks at every verdict
 * on its way; {@link org.pathproof.chaos.oracle.Comparison} tells where they differ.
 */
@NullMarked
package org.pathproof.chaos.oracle;

import org.jspecify.annotations.NullMarked;
