// SPDX-License-Identifier: Apache-2.0
package org.pathproof.schemes.spv;

import java.security.SecureRandom;
import org.pathproof.schemes.ConfiguredScheme;
import org.pathproof.schemes.KeyDirectory;
import org.pathproof.schemes.ParameterSet;
import org.pathproof.schemes.PathVerifier;
import org.pathproof.schemes.Speaker;
import org.pathproof.schemes.SpeakerIdentity;

/** SPV with its parameters. */
record SpvNetwork(SpvParameters choice, SecureRandom random) implements ConfiguredScheme {
    @Override
    public ParameterSet parameters() {
        return choice.set();
    }

    @Override
    public Speaker issue(SpeakerIdentity identity) {
        return new SpvSpeaker(identity, choice, random);
    }

    @Override
    public PathVerifier verifier(KeyDirectory keys) {
        return new SpvVerifier(choice, keys);
    }
}
