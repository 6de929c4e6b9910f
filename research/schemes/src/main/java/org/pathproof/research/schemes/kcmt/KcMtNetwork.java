// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kcmt;

import java.security.SecureRandom;
import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.PathVerifier;
import org.pathproof.research.schemes.Speaker;
import org.pathproof.research.schemes.SpeakerIdentity;

/** The scheme KC-MT with one set of parameters. */
record KcMtNetwork(KcMtParameters choice, SecureRandom random) implements ConfiguredScheme {
    @Override
    public ParameterSet parameters() {
        return choice.set();
    }

    @Override
    public Speaker issue(SpeakerIdentity identity) {
        return new KcMtSpeaker(identity, choice, random);
    }

    @Override
    public PathVerifier verifier(KeyDirectory keys) {
        return new KcMtVerifier(choice, keys);
    }
}
