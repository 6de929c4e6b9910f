// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.AlgorithmSuites;
import org.pathproof.bgpsec.OriginValidation;
import org.pathproof.bgpsec.PathValidation;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.bgpsec.RouteOrigin;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.AspaProcedure;
import org.pathproof.contracts.v1.AspaState;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Source;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.routes.AspaPaths;
import org.pathproof.routes.ContractTypes;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.route.RouteRecord.Announced;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.SecurePath;

/** Validates announced routes, and existing rows under another RPKI set. The results depend on the arguments only. */
public final class RouteValidator {
    /** The reason of an unverified origin whose state depends on an unknown AS. */
    private static final String ORIGIN_UNKNOWN = "origin-unknown";

    private RouteValidator() {}

    /** Returns true if an announcement repeats the row, so that only the epoch is new. Sources are not compared. */
    public static boolean isRepeated(Incoming in, Row row) {
        if (!in.announced().pathAttributes().equals(row.verdict().getPathAttributes())) {
            return false;
        }
        Announcement now = in.announcement();
        Announcement kept = row.kept();
        if (kept != null) {
            return kept.getSource() == now.getSource()
                    ? kept.equals(now)
                    : kept.toBuilder().setSource(now.getSource()).build().equals(now);
        }
        Verdict v = row.verdict();
        return isSamePath(in, row)
                && now.hasOriginAs() == v.hasOriginAs()
                && now.getOriginAs() == v.getOriginAs()
                && now.getOriginUncertain() == v.getOriginUncertain()
                && now.getAsPathList().equals(v.getAsPathList())
                && now.getAspaProcedure() == v.getAspaProcedure()
                && now.getCommunitiesList().equals(v.getCommunitiesList())
                && now.getSchemeResult().equals(v.getSchemeResult())
                && now.getDiscardsList().equals(Discards.in(v.getFindingsList()))
                && now.getNextHop().equals(v.getNextHop());
    }

    /** Returns true when the path is well-formed and would be validated like the path of the row. */
    private static boolean isSamePath(Incoming in, Row row) {
        Announcement a = in.announcement();
        return a.getFindingsCount() == 0
                && in.facts() == row.facts()
                && in.attributeHash().equals(row.attributeHash())
                && a.hasTargetAs() == row.verdict().hasTargetAs()
                && a.getTargetAs() == row.verdict().getTargetAs();
    }

    /**
     * Returns true if an announcement is the monitored copy of a route that was mirrored in an older epoch. The copy
     * has the same path without BGPsec_PATH, because many routers omit that attribute from Route Monitoring. On a new
     * BMP connection, the collector has no record of earlier mirrored routes, so the copy must not replace the mirrored
     * route. Within an epoch, the collector itself selects the route.
     */
    public static boolean isMonitoredCopy(Announced a, Row row) {
        Announcement announcement = a.announcement();
        Verdict verdict = row.verdict();
        return a.epoch() > row.epoch()
                && announcement.getSource() == Source.MONITORING
                && !announcement.hasBgpsecPath()
                && announcement.getFindingsCount() == 0
                && verdict.getSource() == Source.MIRRORING
                && verdict.getAttributeDigest() != 0
                && announcement.getAsPathCount() > 0
                && isCopy(announcement, verdict.getAsPathList());
    }

    /** Compares the paths. FRR 8.4 prepends the local AS to monitored paths, also to those of external peers. */
    private static boolean isCopy(Announcement monitored, List<Integer> mirrored) {
        List<Integer> path = monitored.getAsPathList();
        boolean prepended = path.size() == mirrored.size() + 1
                && monitored.hasTargetAs()
                && path.getFirst() == monitored.getTargetAs();
        return (prepended ? path.subList(1, path.size()) : path).equals(mirrored);
    }

    /**
     * Returns the new row of an announced route.
     *
     * @param before the previous row, whose proof holds while the path is the same; null if there is none
     * @param rpki the RPKI set; empty while there is no complete set, and the route is not validated then
     */
    public static Row announced(
            Incoming in,
            @Nullable Row before,
            Optional<? extends RpkiSet> rpki,
            PathVerifier pathVerifier,
            long nowUs) {
        Announced a = in.announced();
        Announcement announcement = a.announcement();
        Row known = before != null && before.hasProof() && isSamePath(in, before) ? before : null;
        PathOutcome path;
        if (rpki.isEmpty()) {
            // The proof is kept. The path is validated once there is a complete RPKI set.
            path = known != null ? RoutePathValidator.suspended(known) : RoutePathValidator.notReady(announcement);
        } else if (known != null) {
            path = withProof(known, a, rpki.get(), pathVerifier);
        } else {
            path = RoutePathValidator.validate(a, rpki.get(), pathVerifier);
        }
        Verdict.Builder verdict = announcedFacts(in);
        finish(verdict, path, announcement, a.route(), rpki, nowUs);
        return row(a.epoch(), in.attributeHash(), in.facts(), verdict, path, announcement);
    }

    /** Returns a verdict with the announced facts, without states. */
    static Verdict.Builder announcedFacts(Incoming in) {
        Announcement announcement = in.announcement();
        Verdict.Builder verdict = Verdict.newBuilder()
                .setEpoch(in.announced().epoch())
                .setReceivedUs(in.announced().receivedUs())
                .addAllAsPath(announcement.getAsPathList())
                .setNextHop(announcement.getNextHop())
                .addAllCommunities(announcement.getCommunitiesList())
                .setPathAttributes(in.announced().pathAttributes())
                .setSource(announcement.getSource())
                .setDualPath(announcement.getDualPath())
                .setOriginUncertain(announcement.getOriginUncertain())
                .setAspaProcedure(announcement.getAspaProcedure());
        if (announcement.hasBgpsecPath()) {
            verdict.setAttributeDigest(Digests.first8(in.attributeHash()));
        }
        if (announcement.hasSchemeResult()) {
            verdict.setSchemeResult(announcement.getSchemeResult());
        }
        if (announcement.hasTargetAs()) {
            verdict.setTargetAs(announcement.getTargetAs());
        }
        if (announcement.hasOriginAs()) {
            verdict.setOriginAs(announcement.getOriginAs());
        }
        return verdict;
    }

    /**
     * Revalidates a row under {@code rpki}. Returns the same object when the verdict is the same, except for a
     * rewritten path.
     */
    public static Row revalidate(RouteKey route, Row row, RpkiSet rpki, PathVerifier pathVerifier, long nowUs) {
        Announcement announcement = row.kept();
        Announced a = announcement == null ? null : announced(route, announcement, row);
        if (a != null && row.isRewritten()) {
            // The row may hold the verdict of another row, so the bytes of this row are validated first.
            return announced(Incoming.of(a), null, Optional.of(rpki), pathVerifier, nowUs);
        }
        PathOutcome path;
        if (row.hasProof()) {
            path = withProof(row, a, rpki, pathVerifier);
        } else if (a != null && isPathOpen(row, a, rpki)) {
            path = RoutePathValidator.validate(a, rpki, pathVerifier);
        } else {
            Verdict v = row.verdict();
            path = new PathOutcome(v.getState(), withoutFailure(v), v.getHopsList(), row.proof(), row.keysTried(), 0);
        }
        Verdict.Builder verdict = row.verdict().toBuilder().setEpoch(row.epoch());
        finish(verdict, path, announcement, route, Optional.of(rpki), nowUs);
        Row after = row(row.epoch(), row.attributeHash(), row.facts(), verdict, path, announcement);
        return isSame(row.verdict(), after.verdict()) && row.keysTried() == after.keysTried() ? row : after;
    }

    /**
     * Prepares the validation of the path, so that the signatures for {@link #revalidate} can be verified in a batch;
     * null if none is needed. The result may also be null for a rewritten path; {@code revalidate} then prepares the
     * path itself.
     *
     * @param suites the suites of the verifier that will verify the signatures
     */
    public static @Nullable PathValidation prepare(RouteKey route, Row row, RpkiSet rpki, AlgorithmSuites suites) {
        Announcement announcement = row.kept();
        if (announcement == null) {
            return null;
        }
        Announced a = announced(route, announcement, row);
        boolean open = row.hasProof() ? mayVerifyAgain(row, a, rpki) : isPathOpen(row, a, rpki);
        return open && a.hasSignaturesToVerify()
                ? PathValidator.prepare(a.attribute(), a.context(), rpki::routerKeys, suites)
                : null;
    }

    /** Returns true if two verdicts have the same content. Epochs, times, serials and sources are not compared. */
    public static boolean isSame(Verdict a, Verdict b) {
        return comparable(a).equals(comparable(b));
    }

    private static Verdict comparable(Verdict v) {
        Verdict.Builder comparable = v.toBuilder()
                .clearEpoch()
                .clearReceivedUs()
                .clearValidatedUs()
                .clearRpkiSerial()
                .clearSource();
        if (comparable.hasAnnouncement()) {
            comparable.getAnnouncementBuilder().clearSource();
        }
        return comparable.build();
    }

    /** Validates a path by its proof, and by its bytes if another key or block may verify it. */
    private static PathOutcome withProof(Row row, @Nullable Announced a, RpkiSet rpki, PathVerifier pathVerifier) {
        PathOutcome byProof = byProof(row, a, rpki);
        if (byProof.state() != PathState.VALID && a != null && mayVerifyAgain(row, a, rpki)) {
            PathOutcome byBytes = RoutePathValidator.validate(a, rpki, pathVerifier);
            if (byBytes.state() == PathState.VALID) {
                return byBytes;
            }
        }
        return byProof;
    }

    private static PathOutcome byProof(Row row, @Nullable Announced a, RpkiSet rpki) {
        return RoutePathValidator.byProof(row.verdict().getHopsList(), row.proof(), blocks(a), rpki);
    }

    private static boolean mayVerifyAgain(Row row, Announced a, RpkiSet rpki) {
        List<Hop> hops = row.verdict().getHopsList();
        return a.hasSignaturesToVerify()
                && RoutePathValidator.byProof(hops, row.proof(), 0, rpki).state() != PathState.VALID
                && (blocks(a) > 1 || RoutePathValidator.everyHopHasKey(hops, rpki));
    }

    private static int blocks(@Nullable Announced a) {
        if (a == null || !a.announcement().hasBgpsecPath()) {
            return 0;
        }
        SecurePath path = RoutePathValidator.decoded(a.attribute());
        return path == null ? 0 : path.blocks().size();
    }

    /**
     * Returns true when the result for a path without a proof may change: it was not validated, or its keys changed.
     */
    private static boolean isPathOpen(Row row, Announced a, RpkiSet rpki) {
        return switch (row.verdict().getState()) {
            case UNVERIFIED -> true;
            case NOT_VALID -> {
                Bytes attribute = a.attribute();
                SecurePath path = RoutePathValidator.decoded(attribute);
                yield path == null || Digests.ofKeysFor(path, rpki) != row.keysTried();
            }
            case VALID, UNSIGNED, MALFORMED, UNRECOGNIZED -> false;
        };
    }

    private static Announced announced(RouteKey route, Announcement announcement, Row row) {
        Verdict verdict = row.verdict();
        return new Announced(route, announcement, verdict.getPathAttributes(), row.epoch(), verdict.getReceivedUs());
    }

    private static void finish(
            Verdict.Builder verdict,
            PathOutcome path,
            @Nullable Announcement announcement,
            RouteKey route,
            Optional<? extends RpkiSet> rpki,
            long nowUs) {
        List<Finding> discards =
                announcement != null ? announcement.getDiscardsList() : Discards.in(verdict.getFindingsList());
        verdict.setState(path.state())
                .clearFindings()
                .addAllFindings(path.findings())
                .addAllFindings(discards)
                .clearHops()
                .addAllHops(path.hops())
                .setValidatedUs(nowUs)
                .clearAnnouncement();
        setOriginState(verdict, route, rpki);
        setAspaState(verdict, rpki);
        switch (path.state()) {
            case VALID, UNSIGNED -> {}
            case NOT_VALID, MALFORMED, UNVERIFIED, UNRECOGNIZED -> {
                if (announcement != null) {
                    verdict.setAnnouncement(announcement);
                }
            }
        }
    }

    static Row row(
            long epoch,
            ByteString attributeHash,
            int facts,
            Verdict.Builder verdict,
            PathOutcome path,
            @Nullable Announcement announcement) {
        // With two blocks, the other block may verify after a key is withdrawn.
        boolean keeps = path.state() == PathState.VALID && path.blocks() > 1;
        return new Row(
                epoch,
                attributeHash,
                facts,
                verdict.build(),
                path.proof(),
                keeps ? announcement : null,
                path.keysTried());
    }

    private static void setOriginState(Verdict.Builder verdict, RouteKey route, Optional<? extends RpkiSet> rpki) {
        verdict.clearOriginReason().clearRpkiSerial();
        if (rpki.isEmpty()) {
            verdict.setOrigin(OriginState.ORIGIN_UNVERIFIED);
            return;
        }
        OptionalLong originAs = verdict.hasOriginAs()
                ? OptionalLong.of(Integer.toUnsignedLong(verdict.getOriginAs()))
                : OptionalLong.empty();
        RouteOrigin origin = new RouteOrigin(originAs, !verdict.getOriginUncertain());
        verdict.setRpkiSerial(rpki.get().serial().value());
        OriginValidation validation = OriginValidation.of(route.prefix(), origin, rpki.get()::covering)
                .orElse(null);
        if (validation == null) {
            verdict.setOrigin(OriginState.ORIGIN_UNVERIFIED).setOriginReason(ORIGIN_UNKNOWN);
            return;
        }
        verdict.setOrigin(ContractTypes.toContract(validation.state()));
        validation.reason().ifPresent(verdict::setOriginReason);
    }

    private static void setAspaState(Verdict.Builder verdict, Optional<? extends RpkiSet> rpki) {
        verdict.setAspa(
                rpki.isEmpty() || verdict.getAspaProcedure() == AspaProcedure.ASPA_PROCEDURE_NONE
                        ? AspaState.ASPA_NOT_VERIFIED
                        : ContractTypes.toContract(
                                AspaPaths.verify(verdict, rpki.get()::aspa).state()));
    }

    /** Returns the findings on the path, without the finding of a failed validation. */
    private static List<Finding> withoutFailure(Verdict verdict) {
        return verdict.getFindingsList().stream()
                .filter(finding -> !finding.getRule().equals(Rule.JUDGING_FAILED.label()) && !Discards.is(finding))
                .toList();
    }
}
