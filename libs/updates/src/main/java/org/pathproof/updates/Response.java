// SPDX-License-Identifier: Apache-2.0
package org.pathproof.updates;

import java.util.List;
import java.util.OptionalLong;
import org.pathproof.bgpsec.Finding;
import org.pathproof.bgpsec.HopResult;
import org.pathproof.bgpsec.PathState;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.SecurePath;

/** The response to a {@link Request}. */
public sealed interface Response {
    Request.Id id();

    /**
     * A verdict.
     *
     * @param prefixes announced prefixes; one in a valid BGPsec update
     * @param path hops, newest first; for plain BGP those of AS_PATH
     * @param signedBytes signed bytes of each of {@code hops}; empty where unknown
     * @param dualPath true if AS_PATH stands beside BGPsec_PATH, and the peer may send both
     */
    record Verdict(
            Request.Id id,
            PathState state,
            List<Prefix> prefixes,
            OptionalLong originAs,
            OptionalLong targetAs,
            List<SecurePath.Segment> path,
            List<Finding> findings,
            List<HopResult> hops,
            List<Bytes> signedBytes,
            boolean dualPath)
            implements Response {}

    /** An error in place of a verdict, for a request that could not be read. */
    record Unreadable(Request.Id id, String error) implements Response {}
}
