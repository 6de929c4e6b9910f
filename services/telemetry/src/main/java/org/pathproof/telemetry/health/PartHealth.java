// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.health;

/**
 * The health of a part of a service at one time.
 *
 * @param ok false if the part fails
 * @param message the state or the fault, for an operator
 */
public record PartHealth(boolean ok, String message) {
    /** Returns the health of a working part. */
    public static PartHealth ok(String message) {
        return new PartHealth(true, message);
    }

    /** Returns the health of a failing part. */
    public static PartHealth failing(String message) {
        return new PartHealth(false, message);
    }
}
