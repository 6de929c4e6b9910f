// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture.samples;

/** Refers to {@link LimitUser} in a method. */
public final class Limit {
    static final int BYTES = 12;

    private Limit() {}

    static int twice() {
        return LimitUser.twice();
    }
}
