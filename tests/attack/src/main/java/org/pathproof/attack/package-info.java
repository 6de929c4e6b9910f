// SPDX-License-Identifier: Apache-2.0
/**
 * Attacks on the standalone program under load. {@link org.pathproof.attack.AttackRun} starts {@code ./pathproof up}
 * with a small heap on a small file system. The run also starts routers that announce and withdraw at random. The run
 * executes each {@link org.pathproof.attack.attacks.Attack}. {@link org.pathproof.attack.check.HealthWatch} compares
 * health with the table every second. The reference model of {@code tests/chaos} checks the whole table at the end.
 */
@NullMarked
package org.pathproof.attack;

import org.jspecify.annotations.NullMarked;
