// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import org.pathproof.wire.AfiSafi;

/**
 * The state of a shard after a commit. Immutable.
 *
 * @param commit number of the commit, which may overflow
 * @param rows number of rows
 */
record ShardState(int commit, Root ipv4, Root ipv6, long rows) {
    static final ShardState EMPTY = new ShardState(0, Root.EMPTY, Root.EMPTY, 0);

    Root root(int afi) {
        return afi == AfiSafi.AFI_IPV4 ? ipv4 : ipv6;
    }
}
