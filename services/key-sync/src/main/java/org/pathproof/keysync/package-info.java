// SPDX-License-Identifier: Apache-2.0
/**
 * Key-sync writes the RPKI data of caches to Redis, where validators and policy-api replicas read it.
 *
 * <p>Sources are RTR caches in order of preference and, after them, a file of an RPKI validator. Key-sync follows all
 * sources and uses the data of the most preferred source that works (RFC 8210 section 10). Key-sync does not mix the
 * sets of these sources. {@code SourceChoice} replaces a failed source after the failover time. When all sources fail,
 * the last set stays in force. After its Expire Interval the set still stays in force, and the health reports the
 * expiry.
 *
 * <p>{@code CertificateSource} validates router certificates of files, and awaits the expiry of each one. {@code
 * SourceUnion} adds their keys to the data of the chosen source.
 *
 * <p>{@code ExceptionalData} applies SLURM exceptions to the data of the chosen source, and {@code LossHold} delays a
 * set with a large loss. Of several instances, the one with the lease writes. The others read the sources too, and one
 * of them takes over when the lease expires.
 */
@NullMarked
package org.pathproof.keysync;

import org.jspecify.annotations.NullMarked;
