// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kchybrid;

import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.PathAttack;
import org.pathproof.research.schemes.PathSecurityScheme;
import org.pathproof.research.schemes.SchemeFeatures;
import org.pathproof.research.schemes.kcmt.KcMtScheme;
import org.pathproof.research.schemes.rsa.FullDomainHash;

/** Key chain in which each speaker signs with a hash tree or with RSA. */
public final class KcHybridScheme implements PathSecurityScheme {
    /** One AS with RSA for each AS with hash trees, with the published parameters of KC-RSA and KC-MT. */
    public static final ParameterSet EQUAL = new ParameterSet("1-1", true);

    /** Two ASes with RSA for each AS with hash trees, with the published parameters of KC-RSA and KC-MT. */
    public static final ParameterSet MORE_RSA = new ParameterSet("2-1", true);

    /** One AS with RSA-2048 for each AS with hash trees of SHA-256. */
    public static final ParameterSet MODERN = new ParameterSet("1-1-sha256-rsa-2048", false);

    private static final FullDomainHash RSA_1024 = new FullDomainHash("SHA-1", 1024);
    private static final FullDomainHash RSA_2048 = new FullDomainHash("SHA-256", 2048);

    private static List<KcHybridParameters> choices() {
        KcMtScheme trees = new KcMtScheme();
        return List.of(
                new KcHybridParameters(EQUAL, trees.choice(KcMtScheme.PUBLISHED), RSA_1024, 1),
                new KcHybridParameters(MORE_RSA, trees.choice(KcMtScheme.PUBLISHED), RSA_1024, 2),
                new KcHybridParameters(MODERN, trees.choice(KcMtScheme.SHA256), RSA_2048, 1));
    }

    @Override
    public String name() {
        return "KC-Hybrid";
    }

    @Override
    public List<ParameterSet> parameterSets() {
        return choices().stream().map(KcHybridParameters::set).toList();
    }

    @Override
    public SchemeFeatures features() {
        return new SchemeFeatures(false, false, false, false, true);
    }

    @Override
    public Set<PathAttack> stops() {
        return EnumSet.complementOf(EnumSet.of(PathAttack.WRONG_ORIGIN, PathAttack.REPLAYED));
    }

    @Override
    public ConfiguredScheme configure(ParameterSet parameters, SecureRandom random) {
        checkParameters(parameters);
        KcHybridParameters choice = choices().stream()
                .filter(one -> one.set().equals(parameters))
                .findFirst()
                .orElseThrow();
        return new KcHybridNetwork(choice, random);
    }
}
