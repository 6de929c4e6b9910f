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
import org.pathproof.routes.ContractTypes;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.route.RouteRecord.Announced;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.SecurePath;

/**
 * Judges routes: makes the row of one that was announced, and the row of one that is there under another RPKI set. Pure: what it gives
 * depends on its arguments alone.
 */
public final class RouteJudge {
    private RouteJudge() {}

    /** Whether an announcement says what the row says already, so that only the epoch is news. How it came to us is no news. */
    public static boolean isRepeated(Incoming in, Row row) {
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
                && now.getAsPathList().equals(v.getAsPathList())
                && now.getCommunitiesList().equals(v.getCommunitiesList())
                && now.getNextHop().equals(v.getNextHop());
    }

    /** Whether the path of an announcement, which is in good form, would be judged exactly as that of the row was. */
    private static boolean isSamePath(Incoming in, Row row) {
        Announcement a = in.announcement();
        return a.getFindingsCount() == 0
                && in.facts() == row.facts()
                && in.attributeHash().equals(row.attributeHash())
                && a.hasTargetAs() == row.verdict().hasTargetAs()
                && a.getTargetAs() == row.verdict().getTargetAs();
    }

    /**
     * Whether an announcement is the monitored copy of a route that was mirrored with its BGPsec_PATH in an older epoch: the same path,
     * without the attribute, which many routers do not pass on. After a new BMP connection the collector does not know what was
     * mirrored before it, and the copy is no news about the route; within an epoch it knows, and what it passes on is.
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
                && announcement.getAsPathList().equals(verdict.getAsPathList());
    }

    /**
     * The row of a route that is announced.
     *
     * @param before the row that it replaces, whose proof holds when the path is still the same; may be null when it is not
     * @param rpki empty while there is no complete set: then nothing is judged
     */
    public static Row announced(
            Incoming in, @Nullable Row before, Optional<? extends RpkiSet> rpki, PathExaminer examiner, long nowUs) {
        Announced a = in.announced();
        Announcement announcement = a.announcement();
        Row proved = before != null && before.isProved() && isSamePath(in, before) ? before : null;
        PathOutcome path;
        if (rpki.isEmpty()) {
            // What is proved stays so, and is judged when there are keys.
            path = proved != null ? PathJudge.suspended(proved) : PathJudge.notReady(announcement);
        } else if (proved != null) {
            path = ofProved(proved, a, rpki.get(), examiner);
        } else {
            path = PathJudge.judge(a, rpki.get(), examiner);
        }
        Verdict.Builder verdict = announcedFacts(in);
        finish(verdict, path, announcement, a.route(), rpki, nowUs);
        return row(a.epoch(), in.attributeHash(), in.facts(), verdict, path, announcement);
    }

    /** A verdict that says what was announced, and nothing of how it is judged. */
    static Verdict.Builder announcedFacts(Incoming in) {
        Announcement announcement = in.announcement();
        Verdict.Builder verdict = Verdict.newBuilder()
                .setEpoch(in.announced().epoch())
                .setReceivedUs(in.announced().receivedUs())
                .addAllAsPath(announcement.getAsPathList())
                .setNextHop(announcement.getNextHop())
                .addAllCommunities(announcement.getCommunitiesList())
                .setSource(announcement.getSource());
        if (announcement.hasBgpsecPath()) {
            verdict.setAttributeDigest(Digests.first8(in.attributeHash()));
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
     * The row of a route that is judged again, under {@code rpki}; the same object when nothing is judged otherwise than before.
     */
    public static Row again(RouteKey route, Row row, RpkiSet rpki, PathExaminer examiner, long nowUs) {
        Announcement announcement = row.kept();
        Announced a = announcement == null ? null : new Announced(route, announcement, row.epoch(), received(row));
        if (a != null && row.isRewritten()) {
            // The row may hold another row's judgement: it is made anew of its own bytes, and compared then.
            return announced(Incoming.of(a), null, Optional.of(rpki), examiner, nowUs);
        }
        PathOutcome path;
        if (row.isProved()) {
            path = ofProved(row, a, rpki, examiner);
        } else if (a != null && isPathOpen(row, a, rpki)) {
            path = PathJudge.judge(a, rpki, examiner);
        } else {
            Verdict v = row.verdict();
            path = new PathOutcome(
                    v.getState(), FailedJudgement.without(v), v.getHopsList(), List.of(), row.keysTried(), 0);
        }
        Verdict.Builder verdict = row.verdict().toBuilder().setEpoch(row.epoch());
        finish(verdict, path, announcement, route, Optional.of(rpki), nowUs);
        Row after = row(row.epoch(), row.attributeHash(), row.facts(), verdict, path, announcement);
        return isSame(row.verdict(), after.verdict()) && row.keysTried() == after.keysTried() ? row : after;
    }

    /**
     * The examination of the path that {@link #again} will make; null where it makes none.
     *
     * @param suites those of the verifier that will answer
     */
    public static @Nullable PathExamination examination(RouteKey route, Row row, RpkiSet rpki, AlgorithmSuites suites) {
        Announcement announcement = row.kept();
        if (announcement == null) {
            return null;
        }
        Announced a = new Announced(route, announcement, row.epoch(), received(row));
        boolean open = row.isProved() ? isWorthAnotherTry(row, a, rpki) : isPathOpen(row, a, rpki);
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
    private static PathOutcome ofProved(Row row, @Nullable Announced a, RpkiSet rpki, PathExaminer examiner) {
        PathOutcome byProof = byProof(row, a, rpki);
        if (byProof.state() != PathState.VALID && a != null && isWorthAnotherTry(row, a, rpki)) {
            PathOutcome anew = PathJudge.judge(a, rpki, examiner);
            if (anew.state() == PathState.VALID) {
                return anew;
            }
        }
        return byProof;
    }

    private static PathOutcome byProof(Row row, @Nullable Announced a, RpkiSet rpki) {
        return PathJudge.byProof(row.verdict().getHopsList(), row.proof(), blocks(a), rpki);
    }

    private static boolean isWorthAnotherTry(Row row, Announced a, RpkiSet rpki) {
        List<Hop> hops = row.verdict().getHopsList();
        return a.isToBeProved()
                && PathJudge.byProof(hops, row.proof(), 0, rpki).state() != PathState.VALID
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
    private static boolean isPathOpen(Row row, Announced a, RpkiSet rpki) {
        return switch (row.verdict().getState()) {
            case UNVERIFIED -> true;
            case NOT_VALID -> {
                Bytes attribute = a.attribute();
                SecurePath path = PathJudge.decoded(attribute);
                yield path == null || Digests.ofKeysFor(path, rpki) != row.keysTried();
            }
            case VALID, UNSIGNED, MALFORMED, UNRECOGNIZED -> false;
        };
    }

    private static long received(Row row) {
        return row.verdict().getReceivedUs();
    }

    private static void finish(
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
        // With one block the proof says all there is; with two, the other one may hold when a key is gone.
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
        verdict.setRpkiSerial(rpki.get().serial().value()).setOrigin(ContractTypes.toContract(validation.state()));
        validation.reason().ifPresent(verdict::setOriginReason);
    }
}
