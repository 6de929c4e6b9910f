// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.harness.TestData;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.rpki.RouterKey;
import tools.jackson.databind.json.JsonMapper;

/** Validates a session of NIST's bgpsecio, an independent implementation, with AS 65537. */
class NistSessionTest {
    private static final BatchVerifier VERIFIER =
            new BatchVerifier(SignatureEngines.select(EngineSettings.fromSystem()));
    private static final long RECEIVER = 65537;

    @Test
    void allSignaturesVerifyAndPathsThroughTheReceiverAreLoops() {
        KeyLookup keys = RfcUpdates.lookup(keys());
        int valid = 0;
        int loops = 0;
        OptionalLong peerAs = OptionalLong.empty();
        for (BgpMessage message : messages()) {
            if (message instanceof Open open) {
                peerAs = OptionalLong.of(open.asn());
            } else if (message instanceof Update update
                    && update.find(BgpsecPath.class).isPresent()) {
                assertThat(UpdateRules.check(update, true)).isEmpty();
                MpReach reach = update.find(MpReach.class).orElseThrow();
                PathContext context = new PathContext(
                        OptionalLong.of(RECEIVER),
                        peerAs,
                        OptionalLong.of(RECEIVER),
                        PeerRelation.EXTERNAL,
                        false,
                        reach.family(),
                        reach.nlri().getFirst().prefix());
                PathResult pathResult = PathValidator.validate(
                        update.find(BgpsecPath.class).orElseThrow().value(), context, keys, VERIFIER, true);
                assertThat(pathResult.hops()).extracting(HopResult::result).containsOnly(HopResult.Result.VERIFIED);
                if (pathResult.state() == PathState.VALID) {
                    valid++;
                } else {
                    assertThat(pathResult.state()).isEqualTo(PathState.MALFORMED);
                    assertThat(pathResult.findings()).extracting(Finding::rule).containsOnly(Rule.AS_LOOP);
                    loops++;
                }
            }
        }
        assertThat(loops).isEqualTo(2);
        assertThat(valid).isGreaterThan(loops);
    }

    private static List<BgpMessage> messages() {
        Bytes stream = Bytes.wrap(TestData.bytes("vectors/nist-session-valid-k1.bgp"));
        List<BgpMessage> messages = new ArrayList<>();
        for (int at = 0; at < stream.length(); at += stream.u16(at + 16)) {
            messages.add(BgpCodec.decode(stream.slice(at, at + stream.u16(at + 16)), BgpSessionOptions.DEFAULT)
                    .orThrow());
        }
        return messages;
    }

    private static List<RouterKey> keys() {
        return StreamSupport.stream(
                        JsonMapper.shared()
                                .readTree(TestData.text("vectors/nist-keys.json"))
                                .spliterator(),
                        false)
                .map(k -> new RouterKey(
                        k.path("asn").asLong(),
                        Bytes.fromHex(k.path("ski").asString()),
                        Bytes.fromHex(k.path("spki_der_hex").asString())))
                .toList();
    }
}
