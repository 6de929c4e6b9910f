// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.questions;

/** A parameter names a router or peer that the history does not know. */
public final class UnknownNameException extends RuntimeException {
    private final String parameter;
    private final String value;
    private final String fault;

    UnknownNameException(String parameter, String value, String fault) {
        super(parameter + " '" + value + "' " + fault);
        this.parameter = parameter;
        this.value = value;
        this.fault = fault;
    }

    /** Returns the name of the parameter. */
    public String parameter() {
        return parameter;
    }

    /** Returns the value of the parameter. */
    public String value() {
        return value;
    }

    /** Returns the fault, which follows the value in a sentence. */
    public String fault() {
        return fault;
    }
}
