// SPDX-License-Identifier: Apache-2.0
/**
 * Key-sync writes the RPKI data of caches to Redis, where validators and policy-api replicas read it.
 *
 * <p>{@link KeySyncApplication} is the program, and {@link KeySyncConfiguration} declares its beans. Data takes this
 * way through the packages:
 *
 * <ol>
 *   <li>{@code transport} and {@code source}: RTR caches, files and URLs of RPKI validators, and router certificates.
 *   <li>{@code observation}: each source over time, with refused keys, delayed losses, changes and problems.
 *   <li>{@code selection}: the sources whose data is in force.
 *   <li>{@code slurm}: exceptions of the operator.
 *   <li>{@code writer}: the lease, and the set in Redis.
 * </ol>
 *
 * <p>{@code settings} has the settings of all of them, and {@code health} shows their state to operators. When all
 * sources fail, the last set stays in force. After its Expire Interval the set still stays in force, and the health
 * reports the expiry.
 */
@NullMarked
package org.pathproof.keysync;

import org.jspecify.annotations.NullMarked;
