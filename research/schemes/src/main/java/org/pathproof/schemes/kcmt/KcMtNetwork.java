// SPDX-License-Identifier: Apache-2.0
package org.pathproof.schemes.kcmt;

import java.security.SecureRandom;
import org.pathproof.schemes.ConfiguredScheme;
import org.pathproof.schemes.KeyDirectory;
import org.pathproof.schemes.ParameterSet;
import org.pathproof.schemes.PathVerifier;
import org.pathproof.schemes.Speaker;
import org.pathproof.schemes.SpeakerIdentity;

/** KC-MT with its parameters. */
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
