// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

/** A request that cannot be answered as it stands; the message names the parameter and what is wrong with it. */
public final class BadRequestException extends RuntimeException {
    /** Characters of a wrong value that are repeated. */
    private static final int MAX_SHOWN_CHARACTERS = 200;

    public BadRequestException(String message) {
        super(message);
    }

    /** About one parameter. */
    static BadRequestException of(String parameter, String value, String what) {
        return new BadRequestException(message(parameter, value, what));
    }

    /** Returns the message for a wrong value of a parameter. */
    static String message(String parameter, String value, String what) {
        String shown = value.length() <= MAX_SHOWN_CHARACTERS ? value : value.substring(0, MAX_SHOWN_CHARACTERS) + "…";
        return "parameter " + parameter + " '" + shown + "' " + what;
    }
}
