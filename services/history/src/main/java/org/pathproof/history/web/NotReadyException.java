// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.web;

/** The history cannot answer before it has read the records from before its start. */
final class NotReadyException extends RuntimeException {
    NotReadyException(String message) {
        super(message);
    }
}
