// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.experimental;

import org.pathproof.contracts.v1.SchemeResult;
import org.pathproof.contracts.v1.SchemeState;

/** Decisions for tests. */
public final class Decisions {
    /** The attribute of a path that verifies. */
    public static final String HONEST = "honest";
    /** Name of the scheme in each result. */
    public static final String SCHEME = "TEST";

    private Decisions() {}

    /** Returns routes whose path verifies if the attribute is {@link #HONEST}, and fails otherwise. */
    public static ExperimentalRoutes honestOnly() {
        return new DecidedRoutes((route, announcement) -> {
            SchemeResult.Builder result = SchemeResult.newBuilder().setScheme(SCHEME);
            return announcement.getSchemePath().getAttribute().toStringUtf8().equals(HONEST)
                    ? result.setState(SchemeState.SCHEME_PATH_VERIFIES).build()
                    : result.setState(SchemeState.SCHEME_PATH_FAILS)
                            .setFinding("test-path-fails")
                            .build();
        });
    }
}
