// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Verdict;

/**
 * The stored state of a route.
 *
 * @param epoch the newest epoch in which the route was announced; the epoch of its last publication is in the verdict
 * @param attributeHash the first 16 bytes of SHA-256 over the BGPsec_PATH; empty for plain BGP
 * @param facts digest of the session facts that the validation depends on, except the target AS
 * @param verdict the verdict as last published
 * @param proof the keys that verified the hops, origin first; empty if the path was never verified. The keys are kept
 *     until another path is announced, even while a key is withdrawn.
 * @param announcement the announcement, if another validation needs data that the verdict lacks; else null
 * @param keysTried digest of the router keys that could not verify the path; 0 when none were tried
 */
public record Row(
        long epoch,
        ByteString attributeHash,
        int facts,
        Verdict verdict,
        List<ProofKey> proof,
        @Nullable Announcement announcement,
        long keysTried) {
    private static final String FAILED = Rule.JUDGING_FAILED.label();
    private static final String UNTRUSTED = Rule.PROOF_DOUBTED.label();

    boolean hasProof() {
        return !proof.isEmpty() && !isUntrusted();
    }

    /**
     * Returns true if the route could not be validated because of an error in Pathproof: its verdict has that finding.
     */
    boolean isFailed() {
        return hasFinding(FAILED);
    }

    /**
     * Returns true if the path awaits a new proof, because an engine that is not trusted any more may have verified it:
     * its verdict has that finding. The proof then has no effect.
     */
    public boolean isUntrusted() {
        return hasFinding(UNTRUSTED);
    }

    private boolean hasFinding(String rule) {
        for (int i = 0; i < verdict.getFindingsCount(); i++) {
            if (verdict.getFindings(i).getRule().equals(rule)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if the router may have rewritten the path: another row may then provide the verdict. */
    boolean isRewritten() {
        Announcement kept = kept();
        return kept != null && kept.getRewrittenView();
    }

    /** Returns the announcement; null if it is not kept. */
    @Nullable
    Announcement kept() {
        return verdict.hasAnnouncement() ? verdict.getAnnouncement() : announcement;
    }

    /** Returns this row for a newer epoch, with the verdict as published. */
    public Row announcedIn(long newest) {
        return new Row(newest, attributeHash, facts, verdict, proof, announcement, keysTried);
    }

    /** Returns this row with another verdict. */
    public Row withVerdict(Verdict other) {
        return new Row(epoch, attributeHash, facts, other, proof, announcement, keysTried);
    }
}
