// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.Segment;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;
import org.pathproof.wire.rpki.RouterKey;

/** Validates signed paths, and changes parts of them. */
final class ChangedPath {
    static final BatchVerifier VERIFIER = new BatchVerifier(SignatureEngines.select(EngineSettings.fromSystem()));

    /** Fails the test when the validator requests to verify signatures. */
    static final SignatureVerifier NEVER_CALLED = checks -> {
        throw new AssertionError("requested to verify " + checks);
    };

    private ChangedPath() {}

    static PathResult validate(SignedPath path, boolean explain) {
        return validate(path.attribute(), path.context(), SignedPath.lookup(), explain);
    }

    static PathResult validate(Bytes attribute, boolean explain) {
        return validate(attribute, SignedPath.over(64501, 64502, 64503).context(), SignedPath.lookup(), explain);
    }

    static PathResult validate(Bytes attribute, PathContext context, KeyLookup keys, boolean explain) {
        return PathValidator.validate(attribute, context, keys, VERIFIER, explain);
    }

    /** The algorithms of suite 1 under another number. */
    private record TwinSuite(EcdsaP256Suite twin) implements AlgorithmSuite {
        @Override
        public int id() {
            return 247;
        }

        @Override
        public Bytes digest(Bytes signedBytes) {
            return twin.digest(signedBytes);
        }

        @Override
        public Optional<String> signatureDefect(Bytes signature) {
            return twin.signatureDefect(signature);
        }

        @Override
        public Optional<String> keyDefect(RouterKey key) {
            return twin.keyDefect(key);
        }
    }

    static PathResult validateWithTwoSuites(SecurePath path, PathContext context, boolean explain) {
        EcdsaP256Suite suite = new EcdsaP256Suite();
        SignatureVerifier anySuite = checks -> VERIFIER.verify(checks.stream()
                .map(c -> new SignatureCheck(c.block(), 1, c.hop(), c.key(), c.digest(), c.signature()))
                .toList());
        return PathValidator.validateAll(
                        List.of(new PathValidator.Path(encode(path), context)),
                        SignedPath.lookup(),
                        anySuite,
                        explain,
                        new AlgorithmSuites(List.of(suite, new TwinSuite(suite))))
                .getFirst();
    }

    static PathContext withTarget(PathContext c, OptionalLong target) {
        return new PathContext(
                target, c.firstAs(), c.loopAs(), c.relation(), c.pCountZeroAllowed(), c.family(), c.prefix());
    }

    static PathContext withoutFirstAs(PathContext c) {
        return new PathContext(
                c.targetAs(),
                OptionalLong.empty(),
                c.loopAs(),
                c.relation(),
                c.pCountZeroAllowed(),
                c.family(),
                c.prefix());
    }

    static Bytes encode(SecurePath path) {
        return BgpsecPathCodec.encode(path);
    }

    static Segment segment(SecurePath path, int hop) {
        return path.segments().get(path.segments().size() - hop);
    }

    static SignatureSegment signature(SecurePath path, int hop) {
        return path.blocks().getFirst().segments().get(path.segments().size() - hop);
    }

    static SecurePath withSegment(SecurePath path, int hop, Segment segment) {
        List<Segment> segments = new ArrayList<>(path.segments());
        segments.set(segments.size() - hop, segment);
        return new SecurePath(segments, path.blocks());
    }

    static SecurePath withSignature(SecurePath path, int hop, SignatureSegment signature) {
        List<SignatureSegment> signatures =
                new ArrayList<>(path.blocks().getFirst().segments());
        signatures.set(signatures.size() - hop, signature);
        return withBlock(path, 0, new SignatureBlock(1, signatures));
    }

    static SecurePath withBlock(SecurePath path, int index, SignatureBlock block) {
        List<SignatureBlock> blocks = new ArrayList<>(path.blocks());
        blocks.set(index, block);
        return new SecurePath(path.segments(), blocks);
    }

    static SignatureBlock breakSignatures(SignatureBlock block) {
        return new SignatureBlock(
                block.suite(),
                block.segments().stream()
                        .map(s -> {
                            byte[] bytes = s.signature().toArray();
                            bytes[bytes.length - 1] ^= 1;
                            return new SignatureSegment(s.ski(), Bytes.wrap(bytes));
                        })
                        .toList());
    }
}
