// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.spv;

import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.PathAttack;
import org.pathproof.research.schemes.PathSecurityScheme;
import org.pathproof.research.schemes.SchemeFeatures;
import org.pathproof.research.schemes.hors.HashFamily;
import org.pathproof.research.schemes.hors.HorsShape;
import org.pathproof.research.schemes.keys.RegularKey;

/** The scheme SPV (Secure Path Vector). */
public final class SpvScheme implements PathSecurityScheme {
    /** HORS(256, 6) with AES and RSA-1024. */
    public static final ParameterSet PUBLISHED = new ParameterSet("aes-256-6", true);

    /** HORS(256, 6) with SHA-256 and ECDSA P-256. */
    public static final ParameterSet SHA256 = new ParameterSet("sha256-256-6", false);

    /** A value is private in the newest hop, and semi-private in two steps below it. */
    static final HorsShape SHAPE = new HorsShape(256, 6, 2);

    private static final int POSITIONS = 16;
    private static final int EPOCHS = 16;
    private static final int EPOCH_SECONDS = 3600;

    private static final List<SpvParameters> CHOICES = List.of(
            new SpvParameters(
                    PUBLISHED, HashFamily.AES, SHAPE, POSITIONS, EPOCHS, EPOCH_SECONDS, RegularKey.Algorithm.RSA_1024),
            new SpvParameters(
                    SHA256, HashFamily.SHA256, SHAPE, POSITIONS, EPOCHS, EPOCH_SECONDS, RegularKey.Algorithm.P256));

    @Override
    public String name() {
        return "SPV";
    }

    @Override
    public List<ParameterSet> parameterSets() {
        return CHOICES.stream().map(SpvParameters::set).toList();
    }

    @Override
    public SchemeFeatures features() {
        return new SchemeFeatures(true, true, false, true, true);
    }

    @Override
    public Set<PathAttack> stops() {
        return EnumSet.complementOf(EnumSet.of(PathAttack.OTHER_NEIGHBOR, PathAttack.REPLAYED));
    }

    @Override
    public ConfiguredScheme configure(ParameterSet parameters, SecureRandom random) {
        checkParameters(parameters);
        SpvParameters choice = CHOICES.stream()
                .filter(one -> one.set().equals(parameters))
                .findFirst()
                .orElseThrow();
        return new SpvNetwork(choice, random);
    }
}
