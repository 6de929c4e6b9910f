// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes;

import java.util.List;
import org.pathproof.bgpsec.Finding;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.UnreadableOpens;

/** Adds the cause to findings about an unknown target AS: which OPEN of the Peer Up could not be read. */
public final class TargetAsFindings {
    private TargetAsFindings() {}

    /** Returns the findings on a path, with the cause in that about the target AS. */
    public static List<Finding> withCause(List<Finding> findings, Announcement announcement) {
        String cause = cause(announcement.getUnreadableOpens());
        return cause.isEmpty()
                ? findings
                : findings.stream()
                        .map(finding -> finding.rule() == Rule.TARGET_AS_UNKNOWN
                                ? Finding.ofPath(
                                        Rule.TARGET_AS_UNKNOWN,
                                        "The AS to which the newest hop signed is unknown: in the Peer Up of the session, "
                                                + cause)
                                : finding)
                        .toList();
    }

    private static String cause(UnreadableOpens unreadable) {
        return switch (unreadable) {
            case SENT_OPEN ->
                "the OPEN that the router sent cannot be read, and only that OPEN has the AS of the router. The"
                        + " capabilities that the router sent are unknown, too.";
            case RECEIVED_OPEN ->
                "the OPEN that the router received cannot be read, and the per-peer header has no AS of the peer. The"
                        + " capabilities that the peer sent are unknown, too.";
            case BOTH_OPENS ->
                "neither OPEN can be read. The AS numbers and the capabilities of both speakers are unknown.";
            case OPENS_READ, UNRECOGNIZED -> "";
        };
    }
}
