// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.HopResult.Result;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.Segment;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;
import org.pathproof.wire.rpki.RouterKey;

/**
 * Validates one Signature_Block of a supported suite (RFC 8205 section 5.2, steps 1 to 4). A block validation looks up
 * the keys, collects the signatures to verify, and derives the findings from the results. A block with a missing key
 * cannot verify, so its signatures are verified only for an explanation.
 */
final class BlockValidation {
    /**
     * A hop with its candidate keys.
     *
     * @param firstCheck index of the signature check with the first key; the checks with the other keys follow
     */
    private record Hop(
            int number,
            Segment segment,
            SignatureSegment signature,
            long targetAs,
            Bytes digest,
            List<RouterKey> keys,
            int firstCheck) {}

    private final SecurePath path;
    private final int block;
    private final AlgorithmSuite suite;
    /** Hops of the block, newest first. */
    private final List<Hop> hops;

    private final boolean verifies;

    /**
     * Looks up the keys of all hops, and collects the signatures to verify.
     *
     * @param targetAs the AS to which the newest hop signed
     * @param explain true to verify even if a key is missing
     * @param checks receives the signatures to verify
     */
    BlockValidation(
            SecurePath path,
            int block,
            AlgorithmSuite suite,
            long targetAs,
            PathContext context,
            KeyLookup lookup,
            boolean explain,
            List<SignatureCheck> checks) {
        this.path = path;
        this.block = block;
        this.suite = suite;
        List<Segment> segments = path.segments();
        List<SignatureSegment> signatures = path.blocks().get(block).segments();
        List<List<RouterKey>> keys = new ArrayList<>(segments.size());
        hops = new ArrayList<>(segments.size());
        boolean complete = true;
        for (int i = 0; i < segments.size(); i++) {
            List<RouterKey> ofHop =
                    lookup.keys(segments.get(i).asn(), signatures.get(i).ski());
            keys.add(ofHop);
            complete &= !ofHop.isEmpty();
        }
        verifies = explain || complete;
        SignedBytes signedBytes = SignedBytes.layOut(path, block, targetAs, context.family(), context.prefix());
        for (int i = 0; i < segments.size(); i++) {
            int number = segments.size() - i;
            long target = i == 0 ? targetAs : segments.get(i - 1).asn();
            Bytes digest = verifies ? suite.digest(signedBytes.ofHop(number)) : Bytes.EMPTY;
            Hop hop = new Hop(number, segments.get(i), signatures.get(i), target, digest, keys.get(i), checks.size());
            hops.add(hop);
            if (verifies) {
                for (RouterKey key : hop.keys()) {
                    checks.add(new SignatureCheck(
                            block,
                            suite.id(),
                            number,
                            key,
                            digest,
                            hop.signature().signature()));
                }
            }
        }
    }

    /**
     * Adds the result of each hop, newest first, and returns true if all hops verified.
     *
     * @param verified a bit for each signature check of many paths, set if the signature verifies
     * @param from the bit of the path's first signature check
     */
    boolean conclude(BitSet verified, int from, List<HopResult> results) {
        boolean allVerified = true;
        for (Hop hop : hops) {
            HopResult result = conclude(hop, verified, from);
            allVerified &= result.result() == Result.VERIFIED;
            results.add(result);
        }
        return allVerified;
    }

    /**
     * Returns the proof of the path by this block; empty if a signature does not verify. The arguments are those of
     * {@link #conclude}.
     */
    Optional<PathProof> proof(BitSet verified, int from) {
        List<RouterKey> keys = new ArrayList<>(hops.size());
        for (Hop hop : hops) {
            RouterKey key = verifyingKey(hop, verified, from);
            if (key == null) {
                return Optional.empty();
            }
            keys.add(key);
        }
        return Optional.of(new PathProof(path, block, Collections.unmodifiableList(keys)));
    }

    /** Returns the key under which the signature of a hop verifies; null if there is none. */
    private @Nullable RouterKey verifyingKey(Hop hop, BitSet verified, int from) {
        if (!verifies) {
            return null;
        }
        int first = from + hop.firstCheck();
        int bit = verified.nextSetBit(first);
        return bit >= 0 && bit < first + hop.keys().size() ? hop.keys().get(bit - first) : null;
    }

    private HopResult conclude(Hop hop, BitSet verified, int from) {
        if (hop.keys().isEmpty()) {
            return result(hop, Result.KEY_NOT_FOUND, Optional.empty());
        }
        if (!verifies) {
            return result(hop, Result.NOT_CHECKED, Optional.empty());
        }
        RouterKey key = verifyingKey(hop, verified, from);
        if (key != null) {
            return result(hop, Result.VERIFIED, Optional.of(key));
        }
        // The reason is computed only after a failure.
        if (suite.signatureDefect(hop.signature().signature()).isPresent()) {
            return result(hop, Result.SIGNATURE_MALFORMED, Optional.empty());
        }
        boolean noneUsable =
                hop.keys().stream().allMatch(k -> suite.keyDefect(k).isPresent());
        return result(hop, noneUsable ? Result.KEY_MALFORMED : Result.SIGNATURE_MISMATCH, Optional.empty());
    }

    private HopResult result(Hop hop, Result result, Optional<RouterKey> key) {
        return new HopResult(
                block,
                suite.id(),
                hop.number(),
                hop.segment().asn(),
                hop.signature().ski(),
                hop.targetAs(),
                hop.digest(),
                result,
                key);
    }

    /** Returns the finding on a hop that did not verify, or an empty result for other hops. */
    Optional<Finding> finding(HopResult result) {
        Hop hop = hops.get(hops.size() - result.hop());
        long asn = result.asn();
        String ski = result.ski().toHex();
        return switch (result.result()) {
            case VERIFIED, NOT_CHECKED, UNSUPPORTED_SUITE -> Optional.empty();
            case KEY_NOT_FOUND ->
                finding(Rule.KEY_NOT_FOUND, result, "the RPKI has no router key of AS " + asn + " with SKI " + ski);
            case KEY_MALFORMED ->
                finding(
                        Rule.KEY_MALFORMED,
                        result,
                        "the key with SKI " + ski + " "
                                + suite.keyDefect(hop.keys().getFirst()).orElse("is unusable"));
            case SIGNATURE_MALFORMED ->
                finding(
                        Rule.SIGNATURE_MALFORMED,
                        result,
                        "the signature "
                                + suite.signatureDefect(hop.signature().signature())
                                        .orElse("is not decodable"));
            case SIGNATURE_MISMATCH ->
                finding(
                        Rule.SIGNATURE_MISMATCH,
                        result,
                        "the signature does not verify under "
                                + (hop.keys().size() == 1
                                        ? "the key"
                                        : "any of the " + hop.keys().size() + " keys")
                                + " with SKI " + ski);
        };
    }

    private Optional<Finding> finding(Rule rule, HopResult result, String what) {
        String inBlock = path.blocks().size() == 1 ? "" : " in Signature_Block " + (block + 1);
        return Optional.of(Finding.ofHop(
                rule,
                result.hop(),
                result.asn(),
                Optional.of(result.ski()),
                "Hop " + result.hop() + " (AS " + result.asn() + " → AS " + result.targetAs() + ")" + inBlock + ": "
                        + what + "."));
    }
}
