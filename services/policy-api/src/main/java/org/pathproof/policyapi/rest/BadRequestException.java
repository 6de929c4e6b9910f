// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

/** A request that cannot be answered as it stands; the message names the parameter and what is wrong with it. */
public final class BadRequestException extends RuntimeException {
    public BadRequestException(String message) {
        super(message);
    }

    /** About one parameter. */
    static BadRequestException of(String parameter, String value, String what) {
        return new BadRequestException("parameter " + parameter + " '" + value + "' " + what);
    }
}
