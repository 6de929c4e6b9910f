// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.sbgp;

import java.security.SecureRandom;
import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.Speaker;
import org.pathproof.research.schemes.SpeakerIdentity;

/** S-BGP with one signature algorithm and one root of certificates. */
public final class SbgpNetwork implements ConfiguredScheme {
    private final ParameterSet parameters;
    private final Algorithm algorithm;
    private final SecureRandom random;
    private final Certificates certificates;

    SbgpNetwork(ParameterSet parameters, Algorithm algorithm, SecureRandom random) {
        this.parameters = parameters;
        this.algorithm = algorithm;
        this.random = random;
        certificates = new Certificates(algorithm, random);
    }

    @Override
    public ParameterSet parameters() {
        return parameters;
    }

    @Override
    public Speaker issue(SpeakerIdentity identity) {
        return new SbgpSpeaker(identity, algorithm, certificates, random);
    }

    /** Verifies the published objects like the NOC of an AS. */
    public Extracts validate(KeyDirectory keys) {
        return NocRepository.validate(keys, algorithm);
    }

    @Override
    public SbgpVerifier verifier(KeyDirectory keys) {
        return verifier(validate(keys), 0);
    }

    /**
     * Returns the verifier of one peering session.
     *
     * @param depth number of routes to keep for each prefix; 0 for no cache
     */
    public SbgpVerifier verifier(Extracts extracts, int depth) {
        return new SbgpVerifier(algorithm, extracts, depth);
    }
}
