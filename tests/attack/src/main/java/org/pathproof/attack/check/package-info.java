// SPDX-License-Identifier: Apache-2.0
/**
 * Comparisons of the program's reports with the facts. {@link org.pathproof.attack.check.Canaries} measures how far
 * the table is behind the routers. {@link org.pathproof.attack.check.HealthWatch} compares health with this delay.
 * {@link org.pathproof.attack.check.RestTable} reads the whole table. {@link org.pathproof.attack.check.LogFile}
 * searches the log for forbidden lines.
 */
@NullMarked
package org.pathproof.attack.check;

import org.jspecify.annotations.NullMarked;
