// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.pathproof.bgpsec.HopResult.Result;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.Segment;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;
import org.pathproof.wire.rpki.RouterKey;

/**
 * One Signature_Block of a supported suite under judgement (RFC 8205 section 5.2 steps 1 to 4): looks up the keys, says which
 * questions are to be answered, and concludes from the answers. A key that is missing decides about the block before anything is
 * verified; its signatures are verified nevertheless when everything is to be explained.
 */
final class BlockExamination {
    /** A hop with its keys and the questions about it, which stand one after the other. */
    private record Hop(
            int number,
            Segment segment,
            SignatureSegment signature,
            long targetAs,
            Bytes digest,
            List<RouterKey> keys,
            int firstQuestion) {}

    private final SecurePath path;
    private final int block;
    private final AlgorithmSuite suite;
    /** Newest first. */
    private final List<Hop> hops;

    private final boolean asks;

    /**
     * @param targetAs the AS to which the newest hop signed
     * @param explain whether to ask although the result is certain
     * @param questions where to add what is to be verified
     */
    BlockExamination(
            SecurePath path,
            int block,
            AlgorithmSuite suite,
            long targetAs,
            PathContext context,
            KeyLookup lookup,
            boolean explain,
            List<SignatureCheck> questions) {
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
        asks = explain || complete;
        SignedOctets octets = SignedOctets.layOut(path, block, targetAs, context.family(), context.prefix());
        for (int i = 0; i < segments.size(); i++) {
            int number = segments.size() - i;
            long target = i == 0 ? targetAs : segments.get(i - 1).asn();
            Bytes digest = asks ? suite.digest(octets.ofHop(number)) : Bytes.EMPTY;
            Hop hop =
                    new Hop(number, segments.get(i), signatures.get(i), target, digest, keys.get(i), questions.size());
            hops.add(hop);
            if (asks) {
                for (RouterKey key : hop.keys()) {
                    questions.add(new SignatureCheck(
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
     * Adds what became of each hop, newest first; whether all are verified.
     *
     * @param from where the answers about the path begin
     */
    boolean conclude(BitSet answers, int from, List<HopResult> results) {
        boolean proved = true;
        for (Hop hop : hops) {
            HopResult result = conclude(hop, answers, from);
            proved &= result.result() == Result.VERIFIED;
            results.add(result);
        }
        return proved;
    }

    private HopResult conclude(Hop hop, BitSet answers, int from) {
        if (hop.keys().isEmpty()) {
            return result(hop, Result.KEY_NOT_FOUND, Optional.empty());
        }
        if (!asks) {
            return result(hop, Result.NOT_CHECKED, Optional.empty());
        }
        int first = from + hop.firstQuestion();
        int verified = answers.nextSetBit(first);
        if (verified >= 0 && verified < first + hop.keys().size()) {
            return result(hop, Result.VERIFIED, Optional.of(hop.keys().get(verified - first)));
        }
        // Only what did not verify is looked at more closely.
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

    /** The finding about a hop that did not verify; empty for one that did or that was not checked. */
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
                                + suite.keyDefect(hop.keys().getFirst()).orElse("cannot be used"));
            case SIGNATURE_MALFORMED ->
                finding(
                        Rule.SIGNATURE_MALFORMED,
                        result,
                        "the signature "
                                + suite.signatureDefect(hop.signature().signature())
                                        .orElse("cannot be read"));
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
