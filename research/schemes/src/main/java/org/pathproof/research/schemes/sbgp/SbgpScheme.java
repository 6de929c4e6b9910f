// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.sbgp;

import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.PathAttack;
import org.pathproof.research.schemes.PathSecurityScheme;
import org.pathproof.research.schemes.SchemeFeatures;

/** S-BGP: address attestations and route attestations. */
public final class SbgpScheme implements PathSecurityScheme {
    /** DSA with 1024 bits and SHA-1. */
    public static final ParameterSet DSA_1024 = new ParameterSet("dsa-1024", true);

    /** ECDSA P-256 with SHA-256. */
    public static final ParameterSet P256 = new ParameterSet("p-256", false);

    @Override
    public String name() {
        return "S-BGP";
    }

    @Override
    public List<ParameterSet> parameterSets() {
        return List.of(DSA_1024, P256);
    }

    @Override
    public SchemeFeatures features() {
        return new SchemeFeatures(true, true, false, true, false);
    }

    @Override
    public Set<PathAttack> stops() {
        return EnumSet.complementOf(EnumSet.of(PathAttack.REPLAYED));
    }

    @Override
    public SbgpNetwork configure(ParameterSet parameters, SecureRandom random) {
        checkParameters(parameters);
        return new SbgpNetwork(
                parameters, parameters.equals(DSA_1024) ? Algorithm.DSA_1024 : Algorithm.ECDSA_P256, random);
    }
}
