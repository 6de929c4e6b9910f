// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import java.security.SecureRandom;
import java.util.List;
import java.util.Set;

/**
 * A scheme that protects the path of a route. Implementations have a public constructor without arguments and are
 * registered as services of this interface. Implementations hold no state.
 */
public interface PathSecurityScheme {
    /** Returns the name of the scheme in its paper, for example {@code S-BGP}. */
    String name();

    /** Returns the parameter sets: the published ones first, then the modern ones. The list is not empty. */
    List<ParameterSet> parameterSets();

    /** Returns the properties that do not depend on the parameters. */
    SchemeFeatures features();

    /** Returns the attacks that the scheme claims to stop. All other attacks of {@link PathAttack} must pass. */
    Set<PathAttack> stops();

    /**
     * Returns the scheme with one of its parameter sets.
     *
     * @param random source of keys and nonces
     * @throws IllegalArgumentException if {@link #parameterSets} does not contain the set
     */
    ConfiguredScheme configure(ParameterSet parameters, SecureRandom random);

    /** Throws IllegalArgumentException unless {@link #parameterSets} contains the set. */
    default void checkParameters(ParameterSet parameters) {
        if (!parameterSets().contains(parameters)) {
            throw new IllegalArgumentException("scheme " + name() + " has no parameter set " + parameters.name()
                    + ": choose one of "
                    + parameterSets().stream().map(ParameterSet::name).toList());
        }
    }
}
