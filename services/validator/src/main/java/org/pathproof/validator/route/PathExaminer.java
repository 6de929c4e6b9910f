// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import java.util.Optional;
import org.pathproof.bgpsec.Judgement;
import org.pathproof.bgpsec.PathExamination;
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
     * A judged path.
     *
     * @param path the decoded path; empty when its bytes cannot be decoded
     */
    record Examined(Optional<SecurePath> path, Judgement judgement) {}

    /** Returns an examiner that verifies signatures with {@code verifier}. */
    static PathExaminer asking(SignatureVerifier verifier) {
        return (a, rpki) -> {
            PathExamination examination =
                    PathValidator.examine(a.attribute(), a.context(), rpki::routerKeys, verifier.suites());
            return new Examined(examination.path(), examination.conclude(verifier.verify(examination.questions()), 0));
        };
    }
}
