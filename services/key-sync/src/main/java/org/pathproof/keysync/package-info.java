// SPDX-License-Identifier: Apache-2.0
/**
 * Key-sync writes the RPKI data of caches to Redis, where validators and policy-api replicas read it.
 *
 * <p>Sources are RTR caches and files of RPKI validators, in preference groups (RFC 8210 section 10). Key-sync follows
 * all sources. {@code FollowedSource} holds what is known about each one: refused keys, a delayed loss, changes and
 * problems. {@code SourceGroups} uses one source of the most preferred group that works, or the union of its sources;
 * {@code SourceChoice} replaces a failed one after the failover time. When all sources fail, the last set stays in
 * force. After its Expire Interval the set still stays in force, and the health reports the expiry.
 *
 * <p>{@code CertificateSource} validates router certificates of files, and awaits the expiry of each one. {@code
 * SourceUnion} adds their keys to the data of the other sources.
 *
 * <p>{@code ExceptionalData} applies SLURM exceptions to the data, and {@code LossHold} delays a set with a large loss.
 * {@code SourcesReporter} describes the sources and their differences for the policy API. Of several instances, the one
 * with the lease writes. The others read the sources too, and one of them takes over when the lease expires.
 */
@NullMarked
package org.pathproof.keysync;

import org.jspecify.annotations.NullMarked;
