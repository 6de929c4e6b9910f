// SPDX-License-Identifier: Apache-2.0
/**
 * Attacks the standalone program while it works. {@link org.pathproof.attack.AttackRun} starts {@code ./pathproof up} with a small heap on a
 * small file system, lets routers churn, and runs each {@link org.pathproof.attack.attacks.Attack} against it.
 * {@link org.pathproof.attack.truth.HealthWatch} compares health with the state of the table every second, and the reference model of
 * {@code tests/chaos} compares the whole table at the end.
 */
@NullMarked
package org.pathproof.attack;

import org.jspecify.annotations.NullMarked;
