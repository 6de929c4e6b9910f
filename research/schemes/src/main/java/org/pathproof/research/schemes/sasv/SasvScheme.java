// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.sasv;

import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.PathAttack;
import org.pathproof.research.schemes.PathSecurityScheme;
import org.pathproof.research.schemes.SchemeFeatures;
import org.pathproof.research.schemes.rsa.FullDomainHash;

/** SAS-V: sequential aggregate signatures over RSA, with neighbor vectors. */
public final class SasvScheme implements PathSecurityScheme {
    /** RSA-1024 with SHA-1. */
    public static final ParameterSet RSA_1024 = new ParameterSet("rsa-1024", true);

    /** RSA-2048 with SHA-256. */
    public static final ParameterSet RSA_2048 = new ParameterSet("rsa-2048", false);

    @Override
    public String name() {
        return "SAS-V";
    }

    @Override
    public List<ParameterSet> parameterSets() {
        return List.of(RSA_1024, RSA_2048);
    }

    @Override
    public SchemeFeatures features() {
        return new SchemeFeatures(false, false, false, false, false);
    }

    @Override
    public Set<PathAttack> stops() {
        return EnumSet.complementOf(EnumSet.of(PathAttack.WRONG_ORIGIN, PathAttack.REPLAYED));
    }

    @Override
    public ConfiguredScheme configure(ParameterSet parameters, SecureRandom random) {
        checkParameters(parameters);
        FullDomainHash hash =
                parameters.equals(RSA_1024) ? new FullDomainHash("SHA-1", 1024) : new FullDomainHash("SHA-256", 2048);
        return new SasvNetwork(parameters, hash, random);
    }
}
