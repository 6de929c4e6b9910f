// SPDX-License-Identifier: Apache-2.0
/**
 * {@code pathproof size}: prints the size of a deployment for a network, and writes values for the chart.
 *
 * <p>{@link org.pathproof.cli.size.SizeCommand} reads a {@code Network} from options, {@code CapacityModel} computes a
 * {@code Plan} from it and from the measured costs in {@code Cost} and {@code Engine}. {@code PlanText} and {@code
 * ValuesFile} are the two forms of a plan.
 */
@NullMarked
package org.pathproof.cli.size;

import org.jspecify.annotations.NullMarked;
