// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.util.Set;

/** A program that reads from an RTR listener of the policy API. */
interface Router extends AutoCloseable {
    /** Returns the lines of the objects that the program has now. */
    Set<String> data();

    @Override
    void close();
}
