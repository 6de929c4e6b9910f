// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.List;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.validator.route.RouteRecord.Announced;

/**
 * Creates a row from a published verdict, after the row was lost. The row has no proof, because verdicts do not name
 * keys exactly. {@link UntrustedProof#ofLost} makes a path without a proof UNVERIFIED. See docs/adr/0049.
 */
public final class AdoptedRow {
    private AdoptedRow() {}

    /** Returns the row of a route whose last verdict is {@code published}. */
    public static Row of(RouteKey route, Verdict published) {
        if (!published.hasAnnouncement()) {
            return new Row(published.getEpoch(), hash(published), 0, published, List.of(), null, 0);
        }
        Incoming in = Incoming.of(new Announced(
                route,
                published.getAnnouncement(),
                published.getPathAttributes(),
                published.getEpoch(),
                published.getReceivedUs()));
        return new Row(published.getEpoch(), in.attributeHash(), in.facts(), published, List.of(), null, 0);
    }

    /** Returns the known half of the attribute hash, and zeros: no announcement has that hash. */
    private static ByteString hash(Verdict published) {
        long digest = published.getAttributeDigest();
        return digest == 0
                ? ByteString.EMPTY
                : ByteString.copyFrom(
                        ByteBuffer.allocate(Digests.ATTRIBUTE).putLong(digest).array());
    }
}
