// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

/** Names of the sinks of the {@link ValidatorTopology}. */
final class Sinks {
    /** The sink of verdicts. */
    static final String VERDICTS = "verdicts";
    /** The sink of rejects. */
    static final String REJECTS = "rejects";

    private Sinks() {}
}
