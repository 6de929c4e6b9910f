// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import java.util.BitSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathProof;
import org.pathproof.bgpsec.PathResult;
import org.pathproof.bgpsec.PathValidation;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.wire.bgp.SecurePath;

/** Verifies the signatures of an announced path, with a verifier or with results that exist already. */
@FunctionalInterface
public interface PathVerifier {
    /** Verifies a path with the keys of an RPKI set. */
    VerifiedPath verify(RouteRecord.Announced a, RpkiSet rpki);

    /** Returns the outcome of a path that needs no verification under an RPKI set; null if it is to be verified. */
    default @Nullable PathOutcome known(RpkiSet rpki) {
        return null;
    }

    /**
     * A path with the verification results of its signatures.
     *
     * @param verified bit {@code from + i} is set if check {@code i} of the path verifies
     */
    record VerifiedPath(PathValidation validation, BitSet verified, int from) {
        /** Returns the proof of a VALID path; empty for another path. */
        Optional<PathProof> proof() {
            return validation.proof(verified, from);
        }

        /** Returns the result of the validation, with a result for each hop. */
        PathResult result() {
            return validation.conclude(verified, from);
        }

        /** Returns the decoded path; empty when its bytes cannot be decoded. */
        Optional<SecurePath> path() {
            return validation.path();
        }
    }

    /** Returns a path verifier that verifies signatures with {@code verifier}. */
    static PathVerifier using(SignatureVerifier verifier) {
        return (a, rpki) -> {
            PathValidation validation =
                    PathValidator.prepare(a.attribute(), a.context(), rpki::routerKeys, verifier.suites());
            return new VerifiedPath(validation, verifier.verify(validation.checks()), 0);
        };
    }
}
