// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import java.util.Optional;
import org.pathproof.bgpsec.Judgement;
import org.pathproof.bgpsec.PathExamination;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.wire.bgp.SecurePath;

/** How the path of an announcement is judged by its bytes: by asking about its signatures, or from answers that are there. */
@FunctionalInterface
public interface PathExaminer {
    /** Judges a path under an RPKI set. */
    Examined examine(RouteRecord.Announced a, RpkiSet rpki);

    /**
     * A path that was judged.
     *
     * @param path empty when its bytes cannot be taken apart
     */
    record Examined(Optional<SecurePath> path, Judgement judgement) {}

    /** Asks {@code verifier}. */
    static PathExaminer asking(SignatureVerifier verifier) {
        return (a, rpki) -> {
            PathExamination examination =
                    PathValidator.examine(a.attribute(), a.context(), rpki::routerKeys, verifier.suites());
            return new Examined(examination.path(), examination.conclude(verifier.verify(examination.questions()), 0));
        };
    }
}
