// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

/** A request with a fault. The message names the fault and its place. */
public final class BadRequestException extends RuntimeException {
    /** Maximum number of characters of a wrong value in the message. */
    private static final int MAX_SHOWN_CHARACTERS = 200;

    public BadRequestException(String message) {
        super(message);
    }

    /** Returns the exception for a wrong value of a parameter. */
    public static BadRequestException of(String parameter, String value, String what) {
        return new BadRequestException(message(parameter, value, what));
    }

    /** Returns the message for a wrong value of a parameter. */
    static String message(String parameter, String value, String what) {
        String shown = value.length() <= MAX_SHOWN_CHARACTERS ? value : value.substring(0, MAX_SHOWN_CHARACTERS) + "…";
        return "parameter " + parameter + " '" + shown + "' " + what;
    }
}
