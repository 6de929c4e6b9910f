// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

/**
 * The right to write, held by one process until it runs out.
 *
 * @param owner a name for people: host and process
 * @param token rises with every lease ever granted; a write with an older one is refused
 */
public record Lease(String owner, long token) {
    String value() {
        return token + ":" + owner;
    }
}
