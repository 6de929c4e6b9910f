// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.web;

/** A parameter with a fault. The message names the parameter, its value and the fault. */
final class BadParameterException extends RuntimeException {
    private static final int MAX_SHOWN_CHARACTERS = 200;

    BadParameterException(String message) {
        super(message);
    }

    BadParameterException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the exception for a wrong value. */
    static BadParameterException of(String parameter, String value, String fault) {
        String shown = value.length() <= MAX_SHOWN_CHARACTERS ? value : value.substring(0, MAX_SHOWN_CHARACTERS) + "…";
        return new BadParameterException("parameter " + parameter + " '" + shown + "' " + fault);
    }
}
