// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Verdict;

/**
 * What is kept of a route.
 *
 * @param epoch the newest one in which the route was announced; that of the verdict is the one in which it was last published
 * @param attributeHash the first 16 bytes of SHA-256 over the BGPsec_PATH; empty for plain BGP
 * @param facts names the facts of the session that the judgement of the path depends on, beside the target AS
 * @param verdict as published last
 * @param proof which keys verified the hops, origin first, as in the verdict; kept until another path is announced, also while one of
 *     the keys is withdrawn; empty when the path was never proved
 * @param announcement what another judgement takes, where the verdict does not carry it and the proof does not suffice
 * @param keysTried names the router keys that were there when the path was judged and not proved; 0 when none were tried
 */
public record Row(
        long epoch,
        ByteString attributeHash,
        int facts,
        Verdict verdict,
        List<ProvingKey> proof,
        @Nullable Announcement announcement,
        long keysTried) {
    boolean isProved() {
        return !proof.isEmpty();
    }

    /** Says that the route could not be judged because of an error in Pathproof: its verdict has the finding of that name. */
    boolean isFailed() {
        return verdict.getFindingsList().stream()
                .anyMatch(finding -> finding.getRule().equals(Rule.JUDGING_FAILED.label()));
    }

    /** Returns true when the router may have rewritten the path, so that another row may tell what it is worth. */
    boolean isRewritten() {
        Announcement kept = kept();
        return kept != null && kept.getRewrittenView();
    }

    /** What was announced, where it is kept. */
    @Nullable
    Announcement kept() {
        return verdict.hasAnnouncement() ? verdict.getAnnouncement() : announcement;
    }

    /** The same, announced again in a newer epoch; its verdict stays as it was published. */
    public Row announcedIn(long newest) {
        return new Row(newest, attributeHash, facts, verdict, proof, announcement, keysTried);
    }

    /** The same with another verdict. */
    public Row saying(Verdict other) {
        return new Row(epoch, attributeHash, facts, other, proof, announcement, keysTried);
    }
}
