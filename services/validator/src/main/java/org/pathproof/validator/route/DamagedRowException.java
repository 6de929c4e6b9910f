// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

/** Reports bytes in the state store that are not a row. */
final class DamagedRowException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    DamagedRowException(Exception found) {
        super("the state store holds a damaged row", found);
    }
}
