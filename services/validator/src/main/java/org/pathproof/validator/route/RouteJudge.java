// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.AlgorithmSuites;
import org.pathproof.bgpsec.OriginValidation;
import org.pathproof.bgpsec.PathExamination;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Source;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.route.RouteRecord.Announced;
import org.pathproof.validator.row.RouteRow;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.SecurePath;

/**
 * Judges routes: makes the row of one that was announced, and the row of one that is there under another RPKI set. Pure: what it gives
 * depends on its arguments alone.
 */
public final class RouteJudge {
    private RouteJudge() {}

    /** Whether an announcement says what the row says already, so that only the epoch is news. How it came to us is no news. */
    public static boolean isRepeated(Announced a, RouteRow row) {
        Announcement now = a.announcement();
        Announcement kept = announcement(row);
        if (kept != null) {
            return kept.getSource() == now.getSource()
                    ? kept.equals(now)
                    : kept.toBuilder().setSource(now.getSource()).build().equals(now);
        }
        Verdict v = row.getVerdict();
        return isSamePath(now, Digests.ofAttribute(now), row)
                && now.hasOriginAs() == v.hasOriginAs()
                && now.getOriginAs() == v.getOriginAs()
                && now.getAsPathList().equals(v.getAsPathList())
                && now.getCommunitiesList().equals(v.getCommunitiesList())
                && now.getNextHop().equals(v.getNextHop());
    }

    /** Whether the path of an announcement, which is in good form, would be judged exactly as that of the row was. */
    private static boolean isSamePath(Announcement a, ByteString attributeHash, RouteRow row) {
        return a.getFindingsCount() == 0
                && attributeHash.equals(row.getAttributeHash())
                && a.hasTargetAs() == row.getVerdict().hasTargetAs()
                && a.getTargetAs() == row.getVerdict().getTargetAs()
                && Digests.ofFacts(a) == row.getFacts();
    }

    /**
     * Whether an announcement is the monitored copy of a route that was mirrored with its BGPsec_PATH in an older epoch: the same path,
     * without the attribute, which many routers do not pass on. After a new BMP connection the collector does not know what was
     * mirrored before it, and the copy is no news about the route; within an epoch it knows, and what it passes on is.
     */
    public static boolean isMonitoredCopy(Announced a, RouteRow row) {
        Announcement announcement = a.announcement();
        Verdict verdict = row.getVerdict();
        return a.epoch() > row.getEpoch()
                && announcement.getSource() == Source.MONITORING
                && !announcement.hasBgpsecPath()
                && announcement.getFindingsCount() == 0
                && verdict.getSource() == Source.MIRRORING
                && verdict.getAttributeDigest() != 0
                && announcement.getAsPathCount() > 0
                && announcement.getAsPathList().equals(verdict.getAsPathList());
    }

    /**
     * The row of a route that is announced.
     *
     * @param before the row that it replaces: its proof holds when the path is still the same
     * @param rpki empty while there is no complete set: then nothing is judged
     */
    public static RouteRow announced(
            Announced a,
            @Nullable RouteRow before,
            Optional<? extends RpkiSet> rpki,
            PathExaminer examiner,
            long nowUs) {
        Announcement announcement = a.announcement();
        ByteString attributeHash = Digests.ofAttribute(announcement);
        boolean proved = before != null && before.hasProof() && isSamePath(announcement, attributeHash, before);
        PathOutcome path;
        if (rpki.isEmpty()) {
            // What is proved stays so, and is judged when there are keys.
            path = before != null && proved ? PathJudge.suspended(before) : PathJudge.notReady(announcement);
        } else if (before != null && proved) {
            path = ofProved(before, a, rpki.get(), examiner);
        } else {
            path = PathJudge.judge(a, rpki.get(), examiner);
        }
        Verdict.Builder verdict = Verdict.newBuilder()
                .setEpoch(a.epoch())
                .setReceivedUs(a.receivedUs())
                .addAllAsPath(announcement.getAsPathList())
                .setNextHop(announcement.getNextHop())
                .addAllCommunities(announcement.getCommunitiesList())
                .setSource(announcement.getSource());
        if (announcement.hasBgpsecPath()) {
            verdict.setAttributeDigest(attributeHash.asReadOnlyByteBuffer().getLong());
        }
        if (announcement.hasTargetAs()) {
            verdict.setTargetAs(announcement.getTargetAs());
        }
        if (announcement.hasOriginAs()) {
            verdict.setOriginAs(announcement.getOriginAs());
        }
        RouteRow.Builder row = RouteRow.newBuilder()
                .setEpoch(a.epoch())
                .setAttributeHash(attributeHash)
                .setFacts(Digests.ofFacts(announcement));
        return finish(row, verdict, path, announcement, a.route(), rpki, nowUs);
    }

    /**
     * The row of a route that is judged again, under {@code rpki}; the same object when nothing is judged otherwise than before.
     */
    public static RouteRow again(RouteKey route, RouteRow row, RpkiSet rpki, PathExaminer examiner, long nowUs) {
        Announcement announcement = announcement(row);
        Announced a = announcement == null ? null : new Announced(route, announcement, row.getEpoch(), received(row));
        PathOutcome path;
        if (row.hasProof()) {
            path = ofProved(row, a, rpki, examiner);
        } else if (a != null && isPathOpen(row, a, rpki)) {
            path = PathJudge.judge(a, rpki, examiner);
        } else {
            Verdict v = row.getVerdict();
            path = new PathOutcome(v.getState(), v.getFindingsList(), v.getHopsList(), null, row.getKeysTried(), 0);
        }
        RouteRow.Builder next = row.toBuilder().clearAnnouncement().clearProof();
        Verdict.Builder verdict = row.getVerdict().toBuilder().setEpoch(row.getEpoch());
        RouteRow after = finish(next, verdict, path, announcement, route, Optional.of(rpki), nowUs);
        return isSame(row.getVerdict(), after.getVerdict()) && row.getKeysTried() == after.getKeysTried() ? row : after;
    }

    /**
     * The examination of the path that {@link #again} will make; null where it makes none.
     *
     * @param suites those of the verifier that will answer
     */
    public static @Nullable PathExamination examination(
            RouteKey route, RouteRow row, RpkiSet rpki, AlgorithmSuites suites) {
        Announcement announcement = announcement(row);
        if (announcement == null) {
            return null;
        }
        Announced a = new Announced(route, announcement, row.getEpoch(), received(row));
        boolean open = row.hasProof() ? isWorthAnotherTry(row, a, rpki) : isPathOpen(row, a, rpki);
        return open && a.isToBeProved()
                ? PathValidator.examine(a.attribute(), a.context(), rpki::routerKeys, suites)
                : null;
    }

    /** Whether two verdicts say the same. When and under which serial they were made is no part of it, nor how the route came to us. */
    public static boolean isSame(Verdict a, Verdict b) {
        return said(a).equals(said(b));
    }

    private static Verdict said(Verdict v) {
        Verdict.Builder said = v.toBuilder()
                .clearEpoch()
                .clearReceivedUs()
                .clearJudgedUs()
                .clearRpkiSerial()
                .clearSource();
        if (said.hasAnnouncement()) {
            said.getAnnouncementBuilder().clearSource();
        }
        return said.build();
    }

    /** A path that was proved before: by its proof, and by its octets where another key or another block may do. */
    private static PathOutcome ofProved(RouteRow row, @Nullable Announced a, RpkiSet rpki, PathExaminer examiner) {
        PathOutcome byProof = byProof(row, a, rpki);
        if (byProof.state() != PathState.VALID && a != null && isWorthAnotherTry(row, a, rpki)) {
            PathOutcome anew = PathJudge.judge(a, rpki, examiner);
            if (anew.state() == PathState.VALID) {
                return anew;
            }
        }
        return byProof;
    }

    private static PathOutcome byProof(RouteRow row, @Nullable Announced a, RpkiSet rpki) {
        return PathJudge.byProof(row.getVerdict().getHopsList(), row.getProof(), blocks(a), rpki);
    }

    private static boolean isWorthAnotherTry(RouteRow row, Announced a, RpkiSet rpki) {
        List<Hop> hops = row.getVerdict().getHopsList();
        return a.isToBeProved()
                && PathJudge.byProof(hops, row.getProof(), 0, rpki).state() != PathState.VALID
                && (blocks(a) > 1 || PathJudge.everyHopHasKey(hops, rpki));
    }

    private static int blocks(@Nullable Announced a) {
        if (a == null || !a.announcement().hasBgpsecPath()) {
            return 0;
        }
        SecurePath path = PathJudge.decoded(a.attribute());
        return path == null ? 0 : path.blocks().size();
    }

    /** Whether a path without a proof may be judged otherwise now: it was not judged, or other keys are there. */
    private static boolean isPathOpen(RouteRow row, Announced a, RpkiSet rpki) {
        return switch (row.getVerdict().getState()) {
            case UNVERIFIED -> true;
            case NOT_VALID -> {
                Bytes attribute = a.attribute();
                SecurePath path = PathJudge.decoded(attribute);
                yield path == null || Digests.ofKeysFor(path, rpki) != row.getKeysTried();
            }
            case VALID, UNSIGNED, MALFORMED, UNRECOGNIZED -> false;
        };
    }

    private static @Nullable Announcement announcement(RouteRow row) {
        if (row.getVerdict().hasAnnouncement()) {
            return row.getVerdict().getAnnouncement();
        }
        return row.hasAnnouncement() ? row.getAnnouncement() : null;
    }

    private static long received(RouteRow row) {
        return row.getVerdict().getReceivedUs();
    }

    private static RouteRow finish(
            RouteRow.Builder row,
            Verdict.Builder verdict,
            PathOutcome path,
            @Nullable Announcement announcement,
            RouteKey route,
            Optional<? extends RpkiSet> rpki,
            long nowUs) {
        verdict.setState(path.state())
                .clearFindings()
                .addAllFindings(path.findings())
                .clearHops()
                .addAllHops(path.hops())
                .setJudgedUs(nowUs)
                .clearAnnouncement();
        origin(verdict, route, rpki);
        row.setKeysTried(path.keysTried());
        if (path.proof() != null) {
            row.setProof(path.proof());
        }
        switch (path.state()) {
            case VALID -> {
                // With one block the proof says all there is; with two, the other one may hold when a key is gone.
                if (announcement != null && path.blocks() > 1) {
                    row.setAnnouncement(announcement);
                }
            }
            case UNSIGNED -> {}
            case NOT_VALID, MALFORMED, UNVERIFIED, UNRECOGNIZED -> {
                if (announcement != null) {
                    verdict.setAnnouncement(announcement);
                }
            }
        }
        return row.setVerdict(verdict).build();
    }

    private static void origin(Verdict.Builder verdict, RouteKey route, Optional<? extends RpkiSet> rpki) {
        verdict.clearOriginReason().clearRpkiSerial();
        if (rpki.isEmpty()) {
            verdict.setOrigin(OriginState.ORIGIN_UNVERIFIED);
            return;
        }
        OptionalLong originAs = verdict.hasOriginAs()
                ? OptionalLong.of(Integer.toUnsignedLong(verdict.getOriginAs()))
                : OptionalLong.empty();
        OriginValidation validation = OriginValidation.of(route.prefix(), originAs, rpki.get()::covering);
        verdict.setRpkiSerial(rpki.get().serial().value())
                .setOrigin(
                        switch (validation.state()) {
                            case VALID -> OriginState.ORIGIN_VALID;
                            case INVALID -> OriginState.ORIGIN_INVALID;
                            case NOT_FOUND -> OriginState.ORIGIN_NOT_FOUND;
                        });
        validation.reason().ifPresent(verdict::setOriginReason);
    }
}
