// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.HopResult;
import org.pathproof.bgpsec.Judgement;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.row.Proof;
import org.pathproof.validator.row.RouteRow;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;

/** Judges the path of an announcement: by its octets, or by a proof that is known from before (RFC 8205 section 5). */
final class PathJudge {
    private static final Judgement NO_RESULTS =
            new Judgement(org.pathproof.bgpsec.PathState.UNVERIFIED, List.of(), List.of(), List.of());

    private PathJudge() {}

    /** Judges a path by its octets: RFC 8205 section 5.2, and what the collector found wrong in the UPDATE as a whole. */
    static PathOutcome judge(RouteRecord.Announced a, RpkiSet rpki, PathExaminer examiner) {
        Announcement announcement = a.announcement();
        if (announcement.getFindingsCount() > 0) {
            return unproved(PathState.MALFORMED, announcement.getFindingsList(), announcement);
        }
        if (!announcement.hasBgpsecPath()) {
            return new PathOutcome(PathState.UNSIGNED, List.of(), List.of(), null, 0, 0);
        }
        PathExaminer.Examined examined = examiner.examine(a, rpki);
        Judgement judgement = examined.judgement();
        SecurePath path = examined.path().orElse(null);
        List<Finding> findings =
                judgement.findings().stream().map(PathJudge::finding).toList();
        if (path == null) {
            return new PathOutcome(state(judgement), findings, segments(judgement), null, 0, 0);
        }
        int block = decidingBlock(judgement);
        List<Hop> hops = hops(path, block, judgement);
        return switch (judgement.state()) {
            case VALID ->
                new PathOutcome(
                        PathState.VALID,
                        findings,
                        hops,
                        proof(path, block, judgement),
                        0,
                        path.blocks().size());
            case NOT_VALID ->
                new PathOutcome(
                        PathState.NOT_VALID,
                        findings,
                        hops,
                        null,
                        Digests.ofKeysFor(path, rpki),
                        path.blocks().size());
            case UNSIGNED, MALFORMED, UNVERIFIED ->
                new PathOutcome(
                        state(judgement), findings, hops, null, 0, path.blocks().size());
        };
    }

    /** A path that is not judged because there is no complete RPKI set yet. */
    static PathOutcome notReady(Announcement announcement) {
        return unproved(PathState.UNVERIFIED, List.of(), announcement);
    }

    /** A path that was proved, and cannot be judged because there is no complete RPKI set. */
    static PathOutcome suspended(RouteRow row) {
        List<Hop> hops = row.getVerdict().getHopsList().stream()
                .map(hop -> hop.toBuilder()
                        .setResult(HopResult.Result.NOT_CHECKED.label())
                        .build())
                .toList();
        return new PathOutcome(PathState.UNVERIFIED, List.of(), hops, row.getProof(), 0, 0);
    }

    /**
     * Judges a path that was proved: it is VALID exactly while every key that proved it is authorised (RFC 8205 section 5.2 step 2).
     *
     * @param proved its hops, origin first, in the order of the proof
     */
    static PathOutcome byProof(List<Hop> proved, Proof proof, int blocks, RpkiSet rpki) {
        List<Finding> findings = new ArrayList<>();
        List<Hop> hops = new ArrayList<>(proved.size());
        for (int i = 0; i < proved.size(); i++) {
            Hop hop = proved.get(i);
            boolean authorised = isAuthorised(hop, proof.getSpkiHash(i), rpki);
            HopResult.Result result = authorised ? HopResult.Result.VERIFIED : HopResult.Result.KEY_NOT_FOUND;
            hops.add(hop.toBuilder().setResult(result.label()).build());
            if (!authorised) {
                findings.add(withdrawn(i + 1, hop));
            }
        }
        return new PathOutcome(
                findings.isEmpty() ? PathState.VALID : PathState.NOT_VALID, findings, hops, proof, 0, blocks);
    }

    /** Whether each hop has a key now, be it another one than the one that proved it: only then is judging again worth while. */
    static boolean everyHopHasKey(List<Hop> hops, RpkiSet rpki) {
        return hops.stream()
                .noneMatch(hop -> rpki.routerKeys(asn(hop), RouteRecord.bytes(hop.getSki()))
                        .isEmpty());
    }

    /** Taken apart, or null where it cannot be. */
    static @Nullable SecurePath decoded(Bytes attribute) {
        return BgpsecPathCodec.decode(attribute) instanceof Decoded.Ok<SecurePath>(SecurePath path) ? path : null;
    }

    static long asn(Hop hop) {
        return Integer.toUnsignedLong(hop.getAsn());
    }

    private static boolean isAuthorised(Hop hop, ByteString spkiHash, RpkiSet rpki) {
        return rpki.routerKeys(asn(hop), RouteRecord.bytes(hop.getSki())).stream()
                .anyMatch(key -> Digests.ofKey(key).equals(spkiHash));
    }

    /** The finding about a hop whose key proved it and is not there any more. */
    static Finding withdrawn(int number, Hop hop) {
        Bytes ski = RouteRecord.bytes(hop.getSki());
        return Finding.newBuilder()
                .setRule(Rule.KEY_WITHDRAWN.label())
                .setHop(number)
                .setAsn(hop.getAsn())
                .setSki(hop.getSki())
                .setMessage("The router key of AS%d with SKI %s, which proved hop %d, was withdrawn from the RPKI"
                        .formatted(asn(hop), ski.toHex(), number))
                .build();
    }

    private static PathOutcome unproved(PathState state, List<Finding> findings, Announcement announcement) {
        SecurePath path =
                announcement.hasBgpsecPath() ? decoded(RouteRecord.bytes(announcement.getBgpsecPath())) : null;
        return new PathOutcome(
                state,
                findings,
                path == null ? List.of() : hops(path, 0, NO_RESULTS),
                null,
                0,
                path == null ? 0 : path.blocks().size());
    }

    /** The block that made the path VALID, otherwise the first one that says more than that its suite is not supported. */
    private static int decidingBlock(Judgement judgement) {
        Map<Integer, List<HopResult>> blocks =
                judgement.hops().stream().collect(Collectors.groupingBy(HopResult::block));
        if (judgement.state() == org.pathproof.bgpsec.PathState.VALID) {
            for (Map.Entry<Integer, List<HopResult>> block : blocks.entrySet()) {
                if (block.getValue().size() == judgement.segments().size()
                        && block.getValue().stream().allMatch(h -> h.result() == HopResult.Result.VERIFIED)) {
                    return block.getKey();
                }
            }
        }
        return judgement.hops().stream()
                .filter(h -> h.result() != HopResult.Result.UNSUPPORTED_SUITE)
                .mapToInt(HopResult::block)
                .min()
                .orElse(0);
    }

    private static List<Hop> hops(SecurePath path, int block, Judgement judgement) {
        int count = path.segments().size();
        SignatureBlock signatures =
                block < path.blocks().size() ? path.blocks().get(block) : new SignatureBlock(0, List.of());
        List<Hop> hops = new ArrayList<>(count);
        for (int number = 1; number <= count; number++) {
            int place = count - number; // in wire order, newest first
            Hop.Builder hop = hop(path.segments().get(place));
            if (place < signatures.segments().size()) {
                hop.setSki(ByteString.copyFrom(
                        signatures.segments().get(place).ski().asByteBuffer()));
            }
            for (HopResult result : judgement.hops()) {
                if (result.block() == block && result.hop() == number) {
                    hop.setResult(result.result().label());
                }
            }
            hops.add(hop.build());
        }
        return hops;
    }

    /** Hops of a path whose signatures cannot be taken apart. */
    private static List<Hop> segments(Judgement judgement) {
        return judgement.segments().reversed().stream()
                .map(segment -> hop(segment).build())
                .toList();
    }

    private static Hop.Builder hop(SecurePath.Segment segment) {
        return Hop.newBuilder()
                .setAsn((int) segment.asn())
                .setPcount(segment.pCount())
                .setFlags(segment.flags())
                .setResult(HopResult.Result.NOT_CHECKED.label());
    }

    private static Proof proof(SecurePath path, int block, Judgement judgement) {
        Proof.Builder proof = Proof.newBuilder();
        for (int number = 1; number <= path.segments().size(); number++) {
            int hop = number;
            HopResult result = judgement.hops().stream()
                    .filter(h -> h.block() == block && h.hop() == hop)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("a VALID path without a result for hop " + hop));
            proof.addSpkiHash(Digests.ofKey(result.key()
                    .orElseThrow(() -> new IllegalStateException("a verified hop without its key: " + result))));
        }
        return proof.build();
    }

    private static PathState state(Judgement judgement) {
        return switch (judgement.state()) {
            case VALID -> PathState.VALID;
            case NOT_VALID -> PathState.NOT_VALID;
            case UNSIGNED -> PathState.UNSIGNED;
            case MALFORMED -> PathState.MALFORMED;
            case UNVERIFIED -> PathState.UNVERIFIED;
        };
    }

    private static Finding finding(org.pathproof.bgpsec.Finding f) {
        Finding.Builder finding =
                Finding.newBuilder().setRule(f.rule().label()).setHop(f.hop()).setMessage(f.message());
        f.asn().ifPresent(asn -> finding.setAsn((int) asn));
        f.ski().ifPresent(ski -> finding.setSki(ByteString.copyFrom(ski.asByteBuffer())));
        return finding.build();
    }
}
