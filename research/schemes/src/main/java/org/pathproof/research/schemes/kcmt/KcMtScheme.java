// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kcmt;

import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.PathAttack;
import org.pathproof.research.schemes.PathSecurityScheme;
import org.pathproof.research.schemes.SchemeFeatures;
import org.pathproof.research.schemes.hors.ForgeryProbability;
import org.pathproof.research.schemes.hors.HashFamily;
import org.pathproof.research.schemes.hors.HorsShape;
import org.pathproof.research.schemes.keys.RegularKey;

/** Key chain with Merkle trees. */
public final class KcMtScheme implements PathSecurityScheme {
    /** HORS(512, 3) with AES and RSA-1024. */
    public static final ParameterSet PUBLISHED = new ParameterSet("aes-512-3", true);

    /** HORS(512, 3) with SHA-256 and ECDSA P-256. */
    public static final ParameterSet SHA256 = new ParameterSet("sha256-512-3", false);

    /** HORS(4096, 16) with SHA-256 and ECDSA P-256: one forgery in 2^64 messages. */
    public static final ParameterSet STRONG = new ParameterSet("sha256-4096-16", false);

    /** The shape of SPV and its number of signatures, which set the limit of the paper. */
    private static final HorsShape SPV_SHAPE = HorsShape.of(256, 6);

    private static final int SPV_SIGNATURES = 15;
    private static final double PUBLISHED_LIMIT = ForgeryProbability.exact(SPV_SHAPE, SPV_SIGNATURES);
    private static final double STRONG_LIMIT = 0x1p-64;

    private static final List<KcMtParameters> CHOICES = List.of(
            KcMtParameters.within(
                    PUBLISHED_LIMIT, PUBLISHED, HashFamily.AES, HorsShape.of(512, 3), RegularKey.Algorithm.RSA_1024),
            KcMtParameters.within(
                    PUBLISHED_LIMIT, SHA256, HashFamily.SHA256, HorsShape.of(512, 3), RegularKey.Algorithm.P256),
            KcMtParameters.within(
                    STRONG_LIMIT, STRONG, HashFamily.SHA256, HorsShape.of(4096, 16), RegularKey.Algorithm.P256));

    @Override
    public String name() {
        return "KC-MT";
    }

    @Override
    public List<ParameterSet> parameterSets() {
        return CHOICES.stream().map(KcMtParameters::set).toList();
    }

    @Override
    public SchemeFeatures features() {
        return new SchemeFeatures(true, true, false, true, true);
    }

    @Override
    public Set<PathAttack> stops() {
        return EnumSet.complementOf(EnumSet.of(PathAttack.WRONG_ORIGIN, PathAttack.REPLAYED));
    }

    @Override
    public ConfiguredScheme configure(ParameterSet parameters, SecureRandom random) {
        return new KcMtNetwork(choice(parameters), random);
    }

    /** Returns the parameters behind a parameter set of this scheme. */
    public KcMtParameters choice(ParameterSet parameters) {
        checkParameters(parameters);
        return CHOICES.stream()
                .filter(one -> one.set().equals(parameters))
                .findFirst()
                .orElseThrow();
    }
}
