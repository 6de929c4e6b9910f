// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

/** Condition for the use of an endpoint. */
public enum Requirement {
    /** No condition: the endpoint has no data of the network. */
    NONE(Role.READER),
    /** Reading of metrics: without a token only while the settings permit it. */
    METRICS(Role.READER),
    /** Reading: without a token only while the settings permit it. */
    READ(Role.READER),
    /** Work that costs CPU time: a token with the role operator. */
    OPERATE(Role.OPERATOR),
    /**
     * A change of the data that routers receive, or an endpoint of Actuator without an entry: a token with the role
     * admin.
     */
    ADMINISTER(Role.ADMIN);

    private final Role role;

    Requirement(Role role) {
        this.role = role;
    }

    /** Returns the lowest role of a token that fulfils this requirement. */
    public Role role() {
        return role;
    }
}
