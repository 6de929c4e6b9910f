// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

/**
 * A choice of algorithms and sizes for a scheme.
 *
 * @param name short and unique in its scheme, for example {@code dsa-1024}
 * @param published true for the parameters of the paper; false for a set of today's strength
 */
public record ParameterSet(String name, boolean published) {}
