// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import java.util.List;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.routes.ContractTypes;

/**
 * Creates the rows of routes that could not be validated because of an error in Pathproof. Such a route remains in the
 * table: its path is UNVERIFIED, or UNSIGNED if a well-formed UPDATE has no BGPsec_PATH, and a finding gives the
 * reason. The row keeps all data for another validation. This class decodes and computes nothing, so it cannot fail for
 * the same reason.
 */
public final class FailedValidation {
    private static final int REASON_CHARACTERS = 300;

    private FailedValidation() {}

    /**
     * Returns the row of an announced route that could not be validated.
     *
     * @param thrown the exception of the validation
     */
    public static Row announced(Incoming in, Throwable thrown, long nowUs) {
        Announcement announcement = in.announcement();
        PathOutcome path = new PathOutcome(
                announcement.hasBgpsecPath() || announcement.getFindingsCount() > 0
                        ? PathState.UNVERIFIED
                        : PathState.UNSIGNED,
                List.of(finding(thrown)),
                List.of(),
                List.of(),
                0,
                0);
        Verdict.Builder verdict = RouteValidator.announcedFacts(in)
                .setState(path.state())
                .addAllFindings(path.findings())
                .addAllFindings(announcement.getDiscardsList())
                .setOrigin(OriginState.ORIGIN_UNVERIFIED)
                .setValidatedUs(nowUs);
        if (path.state() == PathState.UNVERIFIED) {
            verdict.setAnnouncement(announcement);
        }
        return RouteValidator.row(in.announced().epoch(), in.attributeHash(), in.facts(), verdict, path, announcement);
    }

    /**
     * Returns the row of a route that could not be revalidated. The row does not keep the previous result, which
     * may be outdated. The proof is kept, because proofs do not depend on the RPKI; an untrusted proof stays untrusted.
     *
     * @param thrown the exception of the validation
     */
    public static Row unverifiedRow(Row row, Throwable thrown, long nowUs) {
        Verdict before = row.verdict();
        Announcement announcement = row.kept();
        boolean canBeValidated = row.hasProof() || announcement != null;
        List<Hop> hops = before.getHopsList().stream()
                .map(hop -> hop.toBuilder()
                        .setResult(RoutePathValidator.label(org.pathproof.bgpsec.HopResult.Result.NOT_CHECKED))
                        .build())
                .toList();
        Verdict.Builder verdict = before.toBuilder()
                .setEpoch(row.epoch())
                .setState(canBeValidated ? PathState.UNVERIFIED : before.getState())
                .clearFindings()
                .addFindings(finding(thrown))
                .addAllFindings(row.isUntrusted() ? UntrustedProof.FINDINGS : List.of())
                .addAllFindings(Discards.in(before.getFindingsList()))
                .setOrigin(OriginState.ORIGIN_UNVERIFIED)
                .clearOriginReason()
                .clearRpkiSerial()
                .clearDerivedFrom()
                .setValidatedUs(nowUs);
        if (canBeValidated) {
            verdict.clearHops().addAllHops(hops);
        }
        Verdict failed = verdict.build();
        return RouteValidator.isSame(before, failed)
                ? row
                : new Row(row.epoch(), row.attributeHash(), row.facts(), failed, row.proof(), row.announcement(), 0);
    }

    private static Finding finding(Throwable thrown) {
        return ContractTypes.toContract(org.pathproof.bgpsec.Finding.ofPath(
                Rule.JUDGING_FAILED,
                "Validating the route failed because of an error in Pathproof: " + reason(thrown) + "."));
    }

    private static String reason(Throwable thrown) {
        String reason = thrown.toString().replaceAll("\\p{Cntrl}", " ");
        return reason.length() > REASON_CHARACTERS ? reason.substring(0, REASON_CHARACTERS) + "…" : reason;
    }
}
