// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.HopResult.Result;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.Segment;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;
import org.pathproof.wire.rpki.RouterKey;

/** Compares the proof of a path with its result, over random paths, keys and results of signatures. */
final class PathProofTest {
    private static final int CASES = 20_000;
    private static final int P384 = 247;
    private static final List<Integer> SUITES = List.of(1, 1, 1, P384, 2, 255);
    private static final AlgorithmSuites SUPPORTED = AlgorithmSuites.withP384(P384);

    private final Random random = new Random(5);

    @Test
    void thereIsAProofExactlyIfThePathIsValid() {
        int verified = 0;
        int bySecondBlock = 0;
        for (int i = 0; i < CASES; i++) {
            PathValidation validation = validation();
            int from = random.nextInt(70);
            BitSet answers = answers();

            PathResult pathResult = validation.conclude(answers, from);
            Optional<PathProof> proof = validation.proof(answers, from);

            assertThat(proof.isPresent()).isEqualTo(pathResult.state() == PathState.VALID);
            if (proof.isPresent()) {
                PathProof found = proof.get();
                verified++;
                bySecondBlock += found.block();
                assertThat(Optional.of(found.path())).isEqualTo(validation.path());
                assertThat(found.keys()).isEqualTo(keysOf(pathResult, found.block()));
                assertThat(found.keys()).hasSameSizeAs(found.path().segments());
                assertThat(found.block() == 0
                                || keysOf(pathResult, 0).size() < found.keys().size())
                        .as("the first block that verifies")
                        .isTrue();
            }
        }
        assertThat(verified).isBetween(CASES / 10, CASES - CASES / 10);
        assertThat(bySecondBlock).isGreaterThan(100);
    }

    /** Returns the keys that verified the hops of a block, newest first. */
    private static List<RouterKey> keysOf(PathResult pathResult, int block) {
        return pathResult.hops().stream()
                .filter(hop -> hop.block() == block && hop.result() == Result.VERIFIED)
                .map(hop -> hop.key().orElseThrow())
                .toList();
    }

    private PathValidation validation() {
        int hops = 1 + random.nextInt(4);
        List<Segment> segments = new ArrayList<>();
        for (int i = 0; i < hops; i++) {
            segments.add(new Segment(1, 0, 64500 + i));
        }
        List<SignatureBlock> blocks = new ArrayList<>();
        for (int left = 1 + random.nextInt(2); left > 0; left--) {
            blocks.add(block(hops - (isRare() ? 1 : 0)));
        }
        byte[] attribute =
                BgpsecPathCodec.encode(new SecurePath(segments, blocks)).toArray();
        if (isRare()) {
            attribute[random.nextInt(attribute.length)]++;
        }
        PathContext context = new PathContext(
                isRare() ? OptionalLong.empty() : OptionalLong.of(65000),
                OptionalLong.of(isRare() ? 64499 : 64500),
                OptionalLong.of(65000),
                PeerRelation.EXTERNAL,
                false,
                AfiSafi.IPV4_UNICAST,
                Prefix.parse("192.0.2.0/24"));
        return PathValidator.prepare(Bytes.wrap(attribute), context, PathProofTest::keys, SUPPORTED);
    }

    private SignatureBlock block(int signatures) {
        List<SignatureSegment> segments = new ArrayList<>();
        for (int i = 0; i < signatures; i++) {
            byte[] ski = new byte[20];
            ski[0] = (byte) (isRare() ? 0 : 1 + random.nextInt(2));
            segments.add(new SignatureSegment(Bytes.wrap(ski), Bytes.wrap(new byte[] {1, 2, 3})));
        }
        return new SignatureBlock(SUITES.get(random.nextInt(SUITES.size())), segments);
    }

    /** Returns keys; the first byte of the SKI is their number, at most two. */
    private static List<RouterKey> keys(long asn, Bytes ski) {
        List<RouterKey> keys = new ArrayList<>();
        for (int i = 0; i < Math.min(2, ski.u8(0)); i++) {
            keys.add(new RouterKey(asn, ski, Bytes.wrap(new byte[] {(byte) i})));
        }
        return keys;
    }

    /** Returns results of many paths: all true, or most of them. */
    private BitSet answers() {
        BitSet answers = new BitSet();
        boolean all = random.nextInt(3) == 0;
        for (int i = 0; i < 100; i++) {
            answers.set(i, all || random.nextInt(5) > 0);
        }
        return answers;
    }

    private boolean isRare() {
        return random.nextInt(20) == 0;
    }
}
