// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import org.pathproof.wire.Bytes;

/**
 * Numbers that the feeds write into routes. All replicas use the same numbers, so that their routes are equal.
 *
 * @param ownAs the operator's AS: first part of the large communities
 * @param communityBase second part of the large community of the path state. The next three numbers are for the origin
 *     state, the ASPA state and the mark of an override
 * @param clusterId CLUSTER_ID of the feeds (RFC 4456 section 7): four bytes
 */
public record FeedNumbers(long ownAs, long communityBase, Bytes clusterId) {
    /** Default of {@code communityBase}. */
    public static final long DEFAULT_BASE = 33;
    /** Number of consecutive second parts that the feeds use. */
    public static final int COMMUNITY_KINDS = 4;
}
