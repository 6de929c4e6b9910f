// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.memory;

import java.io.Serial;

/**
 * Thrown when a number of the store has no further value: the store keeps what it has, and must not be called complete.
 */
public final class StoreFullException extends IllegalStateException {
    @Serial
    private static final long serialVersionUID = 1;

    public StoreFullException(String message) {
        super(message);
    }
}
