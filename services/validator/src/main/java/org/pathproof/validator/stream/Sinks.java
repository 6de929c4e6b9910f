// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

/** Names of the sinks of the {@link ValidatorTopology}. */
final class Sinks {
    static final String VERDICTS = "verdicts";
    static final String REJECTS = "rejects";

    private Sinks() {}
}
