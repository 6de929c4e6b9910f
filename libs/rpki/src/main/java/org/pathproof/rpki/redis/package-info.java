// SPDX-License-Identifier: Apache-2.0
/**
 * The RPKI set that all services share in Redis: a snapshot, one serial, and a capped stream of changes.
 *
 * <p>{@link RedisRpkiRepository} is the single writer. The writer holds a {@link Lease} and writes the parts of a
 * snapshot. One Lua script then publishes snapshot, stream entry and head together, and refuses a writer without the
 * lease. {@link RedisRpkiSource} is a reader: it loads the snapshot, follows the stream, and keeps its set while Redis
 * is unreachable or empty. {@link RpkiRecords} encodes the objects.
 *
 * <p>{@link RedisAddress} names a server, a group of Sentinels or a Redis Cluster, and the files for TLS. {@link
 * RpkiConnector} finds the server that stores the set and connects to it.
 *
 * <p>The page {@code docs/reference/redis.md} describes keys and formats.
 */
@NullMarked
package org.pathproof.rpki.redis;

import org.jspecify.annotations.NullMarked;
