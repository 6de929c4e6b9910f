// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import java.util.BitSet;
import java.util.Optional;
import org.pathproof.bgpsec.Judgement;
import org.pathproof.bgpsec.PathExamination;
import org.pathproof.bgpsec.PathProof;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.wire.bgp.SecurePath;

/** Judges the path of an announcement by its bytes, with a verifier or with existing answers. */
@FunctionalInterface
public interface PathExaminer {
    /** Judges a path under an RPKI set. */
    Examined examine(RouteRecord.Announced a, RpkiSet rpki);

    /**
     * An examined path with the verification results of its signatures.
     *
     * @param verified bit {@code from + i} answers question {@code i} of the examination
     */
    record Examined(PathExamination examination, BitSet verified, int from) {
        /** Returns the proof of a VALID path; empty for another path. */
        Optional<PathProof> proof() {
            return examination.proof(verified, from);
        }

        /** Returns the judgement, with a result for each hop. */
        Judgement judgement() {
            return examination.conclude(verified, from);
        }

        /** Returns the decoded path; empty when its bytes cannot be decoded. */
        Optional<SecurePath> path() {
            return examination.path();
        }
    }

    /** Returns an examiner that verifies signatures with {@code verifier}. */
    static PathExaminer asking(SignatureVerifier verifier) {
        return (a, rpki) -> {
            PathExamination examination =
                    PathValidator.examine(a.attribute(), a.context(), rpki::routerKeys, verifier.suites());
            return new Examined(examination, verifier.verify(examination.questions()), 0);
        };
    }
}
