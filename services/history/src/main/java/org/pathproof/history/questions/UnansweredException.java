// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.questions;

import org.jspecify.annotations.Nullable;

/** A question cannot be answered now: a limit of time, memory or concurrent questions is exceeded. */
public final class UnansweredException extends RuntimeException {
    UnansweredException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
