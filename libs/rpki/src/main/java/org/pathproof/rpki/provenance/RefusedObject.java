// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.provenance;

/**
 * Something that a source has, and that is not used.
 *
 * @param object the router key, or the position of an entry in a file
 * @param reason a sentence for an operator
 */
public record RefusedObject(String object, String reason) {
    @Override
    public String toString() {
        return object + " refused: " + reason;
    }
}
