// SPDX-License-Identifier: Apache-2.0
/**
 * The RPKI set that all services share, in Redis: a snapshot, one serial, and a capped stream of changes.
 *
 * {@link RedisRpkiRepository} is the one writer's side: it holds a {@link Lease} and writes head, snapshot and stream in one Lua script
 * that refuses a writer whose lease is gone. {@link RedisRpkiSource} is every follower's side: it loads the snapshot, follows the
 * stream, and keeps what it has when Redis is lost or empty. {@link RpkiRecords} is the bytes of objects; key names and formats are
 * described in {@code docs/reference/redis.md}.
 */
@NullMarked
package org.pathproof.rpki.redis;

import org.jspecify.annotations.NullMarked;
