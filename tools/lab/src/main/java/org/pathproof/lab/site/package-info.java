// SPDX-License-Identifier: Apache-2.0
/**
 * Runs a lab against a running Pathproof and compares its verdicts with the expected ones.
 *
 * <p>{@link LabRun} connects the routers, changes the RPKI, and reads the verdicts through {@link SiteApi}, the REST
 * interface. {@link AttackTable} prints the comparison.
 */
@NullMarked
package org.pathproof.lab.site;

import org.jspecify.annotations.NullMarked;
