// SPDX-License-Identifier: Apache-2.0
/**
 * Compares what the program says with what is so: {@link org.pathproof.attack.truth.Canaries} measures how far the table is behind the
 * routers, {@link org.pathproof.attack.truth.HealthWatch} holds health against it, {@link org.pathproof.attack.truth.RestTable} reads the
 * whole table, and {@link org.pathproof.attack.truth.LogFile} looks for lines that must not be there.
 */
@NullMarked
package org.pathproof.attack.truth;

import org.jspecify.annotations.NullMarked;
