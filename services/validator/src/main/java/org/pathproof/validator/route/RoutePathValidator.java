// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.HopResult;
import org.pathproof.bgpsec.PathProof;
import org.pathproof.bgpsec.PathResult;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.routes.ContractTypes;
import org.pathproof.routes.TargetAsFindings;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;
import org.pathproof.wire.rpki.RouterKey;

/** Validates the path of an announcement by its bytes or by an earlier proof (RFC 8205 section 5). */
final class RoutePathValidator {
    private static final Map<HopResult.Result, String> LABELS = Arrays.stream(HopResult.Result.values())
            .collect(Collectors.toMap(
                    result -> result,
                    HopResult.Result::label,
                    (a, b) -> a,
                    () -> new EnumMap<>(HopResult.Result.class)));
    private static final String NOT_CHECKED = label(HopResult.Result.NOT_CHECKED);

    private RoutePathValidator() {}

    /** Returns the name of a hop's result in a verdict. */
    static String label(HopResult.Result result) {
        return Objects.requireNonNull(LABELS.get(result));
    }

    /** Validates a path by its bytes (RFC 8205 section 5.2) and by the collector's findings about the UPDATE. */
    static PathOutcome validate(RouteRecord.Announced a, RpkiSet rpki, PathVerifier pathVerifier) {
        Announcement announcement = a.announcement();
        if (announcement.getFindingsCount() > 0) {
            return withoutProof(PathState.MALFORMED, announcement.getFindingsList(), announcement);
        }
        if (!announcement.hasBgpsecPath()) {
            return new PathOutcome(PathState.UNSIGNED, List.of(), List.of(), List.of(), 0, 0);
        }
        PathOutcome known = pathVerifier.known(rpki);
        if (known != null) {
            return known;
        }
        PathVerifier.VerifiedPath path = pathVerifier.verify(a, rpki);
        PathProof proof = path.proof().orElse(null);
        return proof != null ? withProof(proof) : withoutProof(path, rpki, announcement);
    }

    private static PathOutcome withProof(PathProof proof) {
        return new PathOutcome(
                PathState.VALID,
                List.of(),
                hops(proof.path(), proof.block(), PathState.VALID, new HopResult[0]),
                keys(proof),
                0,
                proof.path().blocks().size());
    }

    private static PathOutcome withoutProof(
            PathVerifier.VerifiedPath verified, RpkiSet rpki, Announcement announcement) {
        PathResult pathResult = verified.result();
        SecurePath path = verified.path().orElse(null);
        List<Finding> findings = pathResult.findings().isEmpty()
                ? List.of()
                : TargetAsFindings.withCause(pathResult.findings(), announcement).stream()
                        .map(ContractTypes::toContract)
                        .toList();
        if (path == null) {
            return new PathOutcome(
                    ContractTypes.toContract(pathResult.state()), findings, segments(pathResult), List.of(), 0, 0);
        }
        int block = supportedBlock(pathResult);
        PathState state = ContractTypes.toContract(pathResult.state());
        return new PathOutcome(
                state,
                findings,
                hops(path, block, state, results(path, block, pathResult)),
                List.of(),
                state == PathState.NOT_VALID ? Digests.ofKeysFor(path, rpki) : 0,
                path.blocks().size());
    }

    /** Returns the outcome of a path while there is no complete RPKI set. */
    static PathOutcome notReady(Announcement announcement) {
        return withoutProof(PathState.UNVERIFIED, List.of(), announcement);
    }

    /** Returns the outcome of a path with a proof while there is no complete RPKI set. */
    static PathOutcome suspended(Row row) {
        List<Hop> hops = row.verdict().getHopsList().stream()
                .map(hop -> hop.toBuilder().setResult(NOT_CHECKED).build())
                .toList();
        return new PathOutcome(PathState.UNVERIFIED, List.of(), hops, row.proof(), 0, 0);
    }

    /**
     * Validates a path by its proof: the path is VALID exactly while each key of the proof is authorised (RFC 8205
     * section 5.2 step 2).
     *
     * @param verified the hops, origin first, in the order of the proof
     */
    static PathOutcome byProof(List<Hop> verified, List<ProofKey> proof, int blocks, RpkiSet rpki) {
        boolean[] authorised = new boolean[verified.size()];
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < verified.size(); i++) {
            authorised[i] = isAuthorised(verified.get(i), proof.get(i), rpki);
            if (!authorised[i]) {
                findings.add(withdrawn(i + 1, verified.get(i)));
            }
        }
        boolean valid = findings.isEmpty();
        List<Hop> hops = new ArrayList<>(verified.size());
        for (int i = 0; i < verified.size(); i++) {
            Hop.Builder hop = verified.get(i).toBuilder();
            HopResult.Result result = authorised[i] ? HopResult.Result.VERIFIED : HopResult.Result.KEY_NOT_FOUND;
            hops.add((valid ? hop.clearResult() : hop.setResult(label(result))).build());
        }
        return new PathOutcome(valid ? PathState.VALID : PathState.NOT_VALID, findings, hops, proof, 0, blocks);
    }

    /**
     * Returns true if the RPKI set has a key for each hop, perhaps a new one. Otherwise, these hops cannot be verified.
     */
    static boolean everyHopHasKey(List<Hop> hops, RpkiSet rpki) {
        return hops.stream()
                .noneMatch(hop -> rpki.routerKeys(asn(hop), RouteRecord.bytes(hop.getSki()))
                        .isEmpty());
    }

    /** Returns the decoded path; null when it cannot be decoded. */
    static @Nullable SecurePath decoded(Bytes attribute) {
        return BgpsecPathCodec.decode(attribute) instanceof Decoded.Ok<SecurePath>(SecurePath path) ? path : null;
    }

    static long asn(Hop hop) {
        return Integer.toUnsignedLong(hop.getAsn());
    }

    private static boolean isAuthorised(Hop hop, ProofKey verifying, RpkiSet rpki) {
        for (RouterKey key : rpki.routerKeys(asn(hop), RouteRecord.bytes(hop.getSki()))) {
            if (verifying.is(key)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the finding for a verified hop whose key was withdrawn. */
    static Finding withdrawn(int number, Hop hop) {
        Bytes ski = RouteRecord.bytes(hop.getSki());
        return ContractTypes.toContract(org.pathproof.bgpsec.Finding.ofHop(
                Rule.KEY_WITHDRAWN,
                number,
                asn(hop),
                Optional.of(ski),
                "The router key of AS" + asn(hop) + " with SKI " + ski.toHex() + ", which verified hop " + number
                        + ", was withdrawn from the RPKI"));
    }

    private static PathOutcome withoutProof(PathState state, List<Finding> findings, Announcement announcement) {
        SecurePath path =
                announcement.hasBgpsecPath() ? decoded(RouteRecord.bytes(announcement.getBgpsecPath())) : null;
        return new PathOutcome(
                state,
                findings,
                path == null ? List.of() : hops(path, 0, state, new HopResult[0]),
                List.of(),
                0,
                path == null ? 0 : path.blocks().size());
    }

    /** Returns the index of the first block with a supported suite; 0 if there is none. */
    private static int supportedBlock(PathResult pathResult) {
        int first = Integer.MAX_VALUE;
        for (HopResult hop : pathResult.hops()) {
            if (hop.result() != HopResult.Result.UNSUPPORTED_SUITE) {
                first = Math.min(first, hop.block());
            }
        }
        return first == Integer.MAX_VALUE ? 0 : first;
    }

    /** Returns the results of a block's signatures in wire order; null where there is none. */
    private static @Nullable HopResult[] results(SecurePath path, int block, PathResult pathResult) {
        int count = path.segments().size();
        @Nullable HopResult[] results = new HopResult[count];
        for (HopResult result : pathResult.hops()) {
            if (result.block() == block && result.hop() >= 1 && result.hop() <= count) {
                results[count - result.hop()] = result;
            }
        }
        return results;
    }

    /** Returns the hops, origin first; {@code results} may be empty. The hops of a VALID path have no result. */
    private static List<Hop> hops(SecurePath path, int block, PathState state, @Nullable HopResult[] results) {
        List<SignatureSegment> signatures =
                block < path.blocks().size() ? path.blocks().get(block).segments() : List.of();
        List<Hop> hops = new ArrayList<>(path.segments().size());
        for (int place = path.segments().size() - 1; place >= 0; place--) {
            Hop.Builder hop = hop(path.segments().get(place));
            if (place < signatures.size()) {
                hop.setSki(byteString(signatures.get(place).ski()));
            }
            if (state != PathState.VALID) {
                HopResult result = place < results.length ? results[place] : null;
                hop.setResult(result == null ? NOT_CHECKED : label(result.result()));
            }
            hops.add(hop.build());
        }
        return hops;
    }

    /** Returns the hops of a path whose signatures cannot be decoded. */
    private static List<Hop> segments(PathResult pathResult) {
        return pathResult.segments().reversed().stream()
                .map(segment -> hop(segment).setResult(NOT_CHECKED).build())
                .toList();
    }

    private static Hop.Builder hop(SecurePath.Segment segment) {
        return Hop.newBuilder()
                .setAsn((int) segment.asn())
                .setPcount(segment.pCount())
                .setFlags(segment.flags());
    }

    /** Returns the keys that verified the hops, origin first. */
    private static List<ProofKey> keys(PathProof proof) {
        List<ProofKey> keys = new ArrayList<>(proof.keys().size());
        for (int place = proof.keys().size() - 1; place >= 0; place--) {
            keys.add(ProofKey.of(proof.keys().get(place)));
        }
        return keys;
    }

    private static ByteString byteString(Bytes bytes) {
        return UnsafeByteOperations.unsafeWrap(bytes.toArray());
    }
}
