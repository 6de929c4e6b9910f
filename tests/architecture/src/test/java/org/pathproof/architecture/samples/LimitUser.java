// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture.samples;

/** Refers to {@link Limit} by a constant alone. */
public final class LimitUser {
    private LimitUser() {}

    static int twice() {
        return 2 * Limit.BYTES;
    }
}
