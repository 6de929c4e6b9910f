// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.settings;

/** The setting of the roles has no role or an unknown one. The message names the setting, the value and the remedy. */
public final class InvalidRolesException extends RuntimeException {
    private static final long serialVersionUID = 1;

    InvalidRolesException(String message) {
        super(message);
    }
}
