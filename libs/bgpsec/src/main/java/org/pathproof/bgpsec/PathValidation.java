// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.Segment;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;

/**
 * The validation of one path (RFC 8205 section 5.2) in two steps, so that the signatures of many paths can be verified
 * together. The constructor checks the syntax and collects the signatures to verify. {@link #conclude} derives the
 * result of the path from the results of its signatures.
 */
public final class PathValidation {
    private final PathSyntax syntax;
    private final AlgorithmSuites suites;
    private final boolean explain;
    private final OptionalLong targetAs;
    private final List<BlockValidation> blocks = new ArrayList<>();
    private final List<SignatureCheck> checks = new ArrayList<>();

    PathValidation(Bytes attribute, PathContext context, KeyLookup keys, AlgorithmSuites suites, boolean explain) {
        this.suites = suites;
        this.explain = explain;
        syntax = PathSyntax.of(attribute, context);
        targetAs = context.targetAs();
        if (syntax.path().isPresent() && targetAs.isPresent() && (syntax.isWellFormed() || explain)) {
            SecurePath path = syntax.path().get();
            for (int b = 0; b < path.blocks().size(); b++) {
                Optional<AlgorithmSuite> suite = suites.of(path.blocks().get(b).suite());
                if (suite.isPresent()) {
                    blocks.add(new BlockValidation(
                            path, b, suite.get(), targetAs.getAsLong(), context, keys, explain, checks));
                }
            }
        }
    }

    /**
     * Returns the signatures to verify. Without {@code explain}, empty if the path is malformed or its state does not
     * depend on a signature.
     */
    public List<SignatureCheck> checks() {
        return Collections.unmodifiableList(checks);
    }

    /** Returns the decoded path, or an empty result if the attribute cannot be decoded. */
    public Optional<SecurePath> path() {
        return syntax.path();
    }

    /**
     * Returns the proof of the path, without a result for each hop. There is a proof exactly if {@link #conclude}
     * returns VALID for the same arguments.
     */
    public Optional<PathProof> proof(BitSet verified, int from) {
        for (int i = 0; syntax.isWellFormed() && i < blocks.size(); i++) {
            Optional<PathProof> proof = blocks.get(i).proof(verified, from);
            if (proof.isPresent()) {
                return proof;
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the result.
     *
     * @param verified a bit for each signature of many paths, set if it verifies
     * @param from the bit of this path's first signature
     */
    public PathResult conclude(BitSet verified, int from) {
        List<HopResult> hops = new ArrayList<>(syntax.segments().size());
        List<Finding> ofSignatures = new ArrayList<>();
        boolean anyBlockVerifies = false;
        for (BlockValidation block : blocks) {
            int first = hops.size();
            boolean all = block.conclude(verified, from, hops);
            anyBlockVerifies |= all;
            // The hop nearest to the origin comes first, because a changed hop also breaks the signatures of later
            // hops.
            for (int h = hops.size() - 1; !all && h >= first; h--) {
                block.finding(hops.get(h)).ifPresent(ofSignatures::add);
            }
        }
        List<Finding> ofSuites = unsupportedSuites(hops);
        if (!ofSuites.isEmpty()) {
            hops.sort(Comparator.comparingInt(HopResult::block));
        }
        return result(state(anyBlockVerifies), ofSignatures, ofSuites, hops);
    }

    private PathState state(boolean anyBlockVerifies) {
        if (!syntax.isWellFormed()) {
            return PathState.MALFORMED;
        }
        if (anyBlockVerifies) {
            return PathState.VALID;
        }
        boolean supported = syntax.path().stream()
                .flatMap(p -> p.blocks().stream())
                .anyMatch(b -> suites.of(b.suite()).isPresent());
        if (!supported) {
            return PathState.UNSIGNED;
        }
        return targetAs.isEmpty() ? PathState.UNVERIFIED : PathState.NOT_VALID;
    }

    private PathResult result(
            PathState state, List<Finding> ofSignatures, List<Finding> ofSuites, List<HopResult> hops) {
        if (state == PathState.VALID && !explain) {
            return new PathResult(state, List.of(), syntax.segments(), Collections.unmodifiableList(hops));
        }
        List<Finding> findings = new ArrayList<>(syntax.findings());
        if (state == PathState.UNVERIFIED) {
            findings.add(Finding.ofPath(
                    Rule.TARGET_AS_UNKNOWN,
                    "The AS to which the newest hop signed is unknown: no Peer Up of the session was received."));
        }
        if (state != PathState.VALID || explain) {
            findings.addAll(ofSignatures);
            findings.addAll(ofSuites);
        }
        return new PathResult(state, List.copyOf(findings), syntax.segments(), Collections.unmodifiableList(hops));
    }

    /** Returns the findings on skipped blocks, and adds the hops of those blocks to {@code hops}. */
    private List<Finding> unsupportedSuites(List<HopResult> hops) {
        SecurePath path = syntax.path().orElse(null);
        if (path == null
                || !syntax.isWellFormed() && !explain
                || blocks.size() == path.blocks().size()) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        for (int b = 0; b < path.blocks().size(); b++) {
            SignatureBlock block = path.blocks().get(b);
            if (suites.of(block.suite()).isPresent() || AlgorithmSuites.isReserved(block.suite())) {
                continue;
            }
            findings.add(Finding.ofPath(
                    Rule.UNSUPPORTED_SUITE,
                    "Signature_Block " + (b + 1) + " uses algorithm suite " + block.suite()
                            + ", which is not supported: the block is skipped."));
            for (int i = 0; i < path.segments().size(); i++) {
                Segment segment = path.segments().get(i);
                hops.add(new HopResult(
                        b,
                        block.suite(),
                        path.segments().size() - i,
                        segment.asn(),
                        block.segments().get(i).ski(),
                        i == 0 ? targetAs.orElse(0) : path.segments().get(i - 1).asn(),
                        Bytes.EMPTY,
                        HopResult.Result.UNSUPPORTED_SUITE,
                        Optional.empty()));
            }
        }
        return findings;
    }
}
