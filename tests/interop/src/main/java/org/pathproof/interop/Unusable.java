// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

/** Thrown when an installed program cannot do its part of a case, with the reason for the row. */
final class Unusable extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String reason;

    Unusable(String reason) {
        super(reason);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
