// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import java.util.List;
import org.pathproof.bgpsec.HopResult;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.routes.ContractTypes;

/**
 * Removes the effect of signatures that an engine verified before it gave a wrong result, or whose proof is lost. A row
 * with its announcement is verified again at once. A row without it is UNVERIFIED, with a finding, until the path is
 * announced again. See docs/adr/0041 and docs/adr/0049.
 */
public final class UntrustedProof {
    /** The only finding of an untrusted row whose last validation did not fail. */
    static final List<Finding> FINDINGS = List.of(
            ContractTypes.toContract(
                    org.pathproof.bgpsec.Finding.ofPath(
                            Rule.PROOF_DOUBTED,
                            "A signature engine that returned wrong results may have verified this path. It is validated again when the router announces it again.")));

    private static final List<Finding> FINDINGS_OF_LOST = List.of(
            ContractTypes.toContract(
                    org.pathproof.bgpsec.Finding.ofPath(
                            Rule.PROOF_DOUBTED,
                            "The proof of this path was lost with the state of the validators. The path is validated again when the router announces it again.")));

    private static final String NOT_CHECKED = RoutePathValidator.label(HopResult.Result.NOT_CHECKED);

    private UntrustedProof() {}

    /**
     * Returns the row without an effect of earlier verifications. {@link RouteValidator#revalidate} then verifies its
     * path if the announcement is kept. Returns the same object if no signature decided the state, or if the row is
     * untrusted.
     */
    public static Row of(Row row) {
        PathState state = row.verdict().getState();
        Announcement announcement = row.kept();
        if (announcement != null) {
            return state == PathState.NOT_VALID || !row.proof().isEmpty()
                    ? withState(row, row.verdict().toBuilder().setState(PathState.UNVERIFIED), announcement)
                    : row;
        }
        if (!row.hasProof()) {
            return row;
        }
        return untrusted(row, FINDINGS);
    }

    /**
     * Returns the row as untrusted if its path needs a proof and the row has neither proof nor announcement: an {@link
     * AdoptedRow}. Returns other rows unchanged. MALFORMED paths and those of unsupported algorithm suites (UNSIGNED,
     * RFC 8205 section 5.2) need no proof.
     */
    public static Row ofLost(Row row) {
        PathState state = row.verdict().getState();
        boolean isLost = row.kept() == null
                && row.proof().isEmpty()
                && !row.attributeHash().isEmpty()
                && state != PathState.MALFORMED
                && state != PathState.UNSIGNED
                && !row.isUntrusted();
        return isLost ? untrusted(row, FINDINGS_OF_LOST) : row;
    }

    private static Row untrusted(Row row, List<Finding> findings) {
        Verdict.Builder verdict = row.verdict().toBuilder();
        for (int i = 0; i < verdict.getHopsCount(); i++) {
            verdict.getHopsBuilder(i).setResult(NOT_CHECKED);
        }
        verdict.setState(PathState.UNVERIFIED)
                .clearFindings()
                .addAllFindings(findings)
                .addAllFindings(Discards.in(row.verdict().getFindingsList()));
        return row.withVerdict(verdict.build());
    }

    private static Row withState(Row row, Verdict.Builder verdict, Announcement announcement) {
        return new Row(row.epoch(), row.attributeHash(), row.facts(), verdict.build(), List.of(), announcement, 0);
    }
}
