// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.wire.Prefix;

/**
 * Shares prefixes out over shards as Kafka's topic shares them out over partitions. So with as many shards as
 * partitions, each partition has a shard of its own.
 *
 * @param shards number of shards
 */
record ShardNumbers(int shards) {
    /** Returns the number of the shard of a prefix. */
    int of(Place place) {
        return shards == 1 ? 0 : PrefixPartitioner.partition(keyPart(place), shards);
    }

    /** Returns the bytes of a route key up to the end of the prefix. */
    private static byte[] keyPart(Place place) {
        Prefix prefix = place.prefix();
        byte[] key = new byte[3 + (prefix.length() + 7) / 8];
        key[0] = (byte) prefix.afi();
        key[1] = (byte) place.safi();
        key[2] = (byte) prefix.length();
        prefix.copyNlriBytes(key, 3);
        return key;
    }
}
