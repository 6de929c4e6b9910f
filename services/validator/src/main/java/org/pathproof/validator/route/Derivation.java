// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.routes.ContractTypes;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.route.RouteRecord.Announced;

/**
 * Validates paths that the router rewrote (in post-policy, Loc-RIB and Adj-RIB-Out views). Signatures can only be
 * verified against the signed bytes (RFC 8205 section 4.2), which the pre-policy Adj-RIB-In contains. A rewritten path
 * that is MALFORMED or NOT_VALID by its own bytes therefore gets the verdict of another route. The other route has the
 * same prefix and an identical BGPsec_PATH, and was validated by its own bytes. A route of the same peer's pre-policy
 * view is preferred. If no route qualifies, or if the qualifying routes contradict each other, a path with findings of
 * the collector is not validated.
 *
 * <p>All routes of a prefix belong to one task and are adjacent in its table, so that a look-up is cheap. Routes
 * without BGPsec_PATH need no look-up. The result depends only on the rows of the table. See docs/adr/0012. Only the
 * thread of the task uses this class.
 */
public final class Derivation {
    private final RouteTable table;
    private final PathVerifier pathVerifier;

    /** Creates a derivation within a table; {@code pathVerifier} validates the bytes of rewritten paths. */
    public Derivation(RouteTable table, PathVerifier pathVerifier) {
        this.table = table;
        this.pathVerifier = pathVerifier;
    }

    /**
     * Returns the row to store for a route. The result differs from {@code own}, the verdict by the route's own
     * bytes, only for a rewritten path.
     */
    public Row settle(Bytes key, Row own) {
        Announcement announcement = own.kept();
        if (announcement == null || !announcement.getRewrittenView() || !lacksProof(own)) {
            return own;
        }
        Source source = source(key, own, announcement);
        if (source.row != null) {
            return derived(own, announcement, source.key, source.row.verdict());
        }
        return announcement.getFindingsCount() > 0 ? notValidated(own, announcement, source.contradiction) : own;
    }

    /** Validates a rewritten path by its own bytes again and settles the row. */
    public Row revalidate(Bytes key, Row row, Optional<RpkiSet> rpki, long nowUs) {
        Announcement announcement = row.kept();
        if (announcement == null) {
            return row;
        }
        Announced a = new Announced(
                RouteKey.ofBytes(key.get()),
                announcement,
                row.verdict().getPathAttributes(),
                row.epoch(),
                row.verdict().getReceivedUs());
        return settle(key, RouteValidator.announced(Incoming.of(a), null, rpki, pathVerifier, nowUs));
    }

    /** Returns the routes to derive again when a route changes; {@code after} is null when the route is withdrawn. */
    public List<Bytes> dependents(Bytes key, @Nullable KeptRow before, @Nullable Row after) {
        if (!table.hasRewritten()) {
            return List.of();
        }
        boolean signed =
                after != null && !after.attributeHash().isEmpty() || before != null && !before.isOf(ByteString.EMPTY);
        boolean own = after != null && !after.isRewritten() || before != null && !before.isRewritten();
        if (!signed || !own) {
            return List.of();
        }
        List<Bytes> rewritten = table.ofPrefix(key, true);
        rewritten.remove(key);
        return rewritten;
    }

    /** Returns true if the path is MALFORMED or NOT_VALID by its own bytes. */
    private static boolean lacksProof(Row own) {
        return own.verdict().getState() == PathState.MALFORMED || own.verdict().getState() == PathState.NOT_VALID;
    }

    /**
     * The route that provides the verdict on a rewritten path.
     *
     * @param row the row of that route; null if no route qualifies, or if the qualifying routes contradict each other
     * @param contradiction true if several routes qualify and their verdicts differ
     */
    private record Source(Bytes key, @Nullable Row row, boolean contradiction) {}

    private Source source(Bytes key, Row own, Announcement announcement) {
        Source found = new Source(key, null, false);
        for (Bytes other : table.ofPrefix(key, false)) {
            KeptRow kept = other.equals(key) ? null : table.get(other);
            if (kept == null
                    || kept.isRewritten()
                    || !kept.isOf(own.attributeHash())
                    || !isSignedTo(kept, announcement)) {
                continue;
            }
            if (isPrePolicy(other, announcement)) {
                return new Source(other, kept.row(), false);
            }
            if (found.row == null && !found.contradiction) {
                found = new Source(other, kept.row(), false);
            } else if (found.row != null && found.row.verdict().getState() != kept.state()) {
                found = new Source(key, null, true);
            }
        }
        return found;
    }

    private static boolean isPrePolicy(Bytes other, Announcement announcement) {
        SessionId session = RouteKey.ofBytes(other.get()).session();
        return announcement
                .getPrePolicySession()
                .equals(ByteString.copyFrom(session.bytes().asByteBuffer()));
    }

    /**
     * Returns true if a route was signed to the view's target AS or, for an Adj-RIB-Out, to the router's own AS. A
     * route also qualifies if either target AS is unknown.
     */
    private static boolean isSignedTo(KeptRow kept, Announcement announcement) {
        Verdict verdict = kept.row().verdict();
        if (!verdict.hasTargetAs() || !announcement.hasTargetAs()) {
            return true;
        }
        int target = verdict.getTargetAs();
        return target == announcement.getTargetAs()
                || announcement.getPrePolicySession().isEmpty()
                        && announcement.hasFirstAs()
                        && target == announcement.getFirstAs();
    }

    private static Row derived(Row own, Announcement announcement, Bytes from, Verdict source) {
        Verdict.Builder verdict = own.verdict().toBuilder()
                .setState(source.getState())
                .clearFindings()
                .addAllFindings(source.getFindingsList())
                .addAllFindings(announcement.getDiscardsList().stream()
                        .filter(discard -> !source.getFindingsList().contains(discard))
                        .toList())
                .clearHops()
                .addAllHops(source.getHopsList())
                .clearAnnouncement()
                .setDualPath(source.getDualPath())
                .setDerivedFrom(ByteString.copyFrom(from.get()));
        return row(own, announcement, verdict);
    }

    private static Row notValidated(Row own, Announcement announcement, boolean contradiction) {
        String what = announcement.getFindings(0).getMessage();
        Finding finding = ContractTypes.toContract(
                org.pathproof.bgpsec.Finding.ofPath(
                        Rule.PATH_REWRITTEN,
                        "The router rewrote the path in this view ("
                                + what
                                + ") and "
                                + (contradiction
                                        ? "the routes with the same BGPsec_PATH in pre-policy views have different results: the path is not validated."
                                        : "no pre-policy view has a route with the same BGPsec_PATH: the path is not validated.")));
        Verdict.Builder verdict = own.verdict().toBuilder()
                .setState(PathState.UNVERIFIED)
                .clearFindings()
                .addFindings(finding)
                .addAllFindings(announcement.getDiscardsList())
                .clearAnnouncement();
        return row(own, announcement, verdict);
    }

    /** Returns a row that keeps the announcement for later validations. The verdict of the row does not contain it. */
    private static Row row(Row own, Announcement announcement, Verdict.Builder verdict) {
        return new Row(
                own.epoch(),
                own.attributeHash(),
                own.facts(),
                verdict.build(),
                List.of(),
                announcement,
                own.keysTried());
    }
}
