// SPDX-License-Identifier: Apache-2.0
/**
 * Comparisons of the program's reports with the facts. {@link org.pathproof.attack.truth.Canaries} measures how far
 * the table is behind the routers. {@link org.pathproof.attack.truth.HealthWatch} compares health with this delay.
 * {@link org.pathproof.attack.truth.RestTable} reads the whole table. {@link org.pathproof.attack.truth.LogFile}
 * searches the log for forbidden lines.
 */
@NullMarked
package org.pathproof.attack.truth;

import org.jspecify.annotations.NullMarked;
