// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

/**
 * The exclusive right to write, until it expires.
 *
 * @param owner host and process, for an operator
 * @param token fencing token: rises with every lease; a write with an older token is refused
 */
public record Lease(String owner, long token) {
    String value() {
        return token + ":" + owner;
    }
}
