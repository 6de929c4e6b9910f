// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.bgpsec;

import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.PathAttack;
import org.pathproof.research.schemes.PathSecurityScheme;
import org.pathproof.research.schemes.SchemeFeatures;

/** BGPsec with ECDSA P-256 or P-384. */
public final class BgpsecScheme implements PathSecurityScheme {
    /** ECDSA P-256 with SHA-256, algorithm suite 1 of RFC 8608. */
    public static final ParameterSet P256 = new ParameterSet("p-256", true);

    /** ECDSA P-384 with SHA-384, under a number for experiments (RFC 8608 section 2.1). */
    public static final ParameterSet P384 = new ParameterSet("p-384", false);

    /** The engine of this process for P-256. The engine is created when a verifier first needs it. */
    private static final class Shared {
        static final SignatureEngine ENGINE = SignatureEngines.select(EngineSettings.fromSystem());
    }

    @Override
    public String name() {
        return "BGPsec";
    }

    @Override
    public List<ParameterSet> parameterSets() {
        return List.of(P256, P384);
    }

    @Override
    public SchemeFeatures features() {
        return new SchemeFeatures(true, true, true, true, false);
    }

    @Override
    public Set<PathAttack> stops() {
        return EnumSet.of(
                PathAttack.HOP_REMOVED,
                PathAttack.HOP_ADDED,
                PathAttack.HOPS_REORDERED,
                PathAttack.HOP_RENAMED,
                PathAttack.OTHER_PREFIX,
                PathAttack.OTHER_NEIGHBOR,
                PathAttack.ORIGIN_FORGED);
    }

    @Override
    public ConfiguredScheme configure(ParameterSet parameters, SecureRandom random) {
        checkParameters(parameters);
        return new BgpsecNetwork(
                parameters, parameters.equals(P256) ? Curve.P256 : Curve.P384, random, () -> Shared.ENGINE);
    }
}
