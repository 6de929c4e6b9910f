// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.pathproof.harness.TestData;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.srx.SrxDefaults;
import org.pathproof.wire.srx.SrxPdu;
import tools.jackson.databind.json.JsonMapper;

/** The updates of a session of NIST's bgpsecio with AS 65537, as Verify Requests, and their router keys. */
final class NistUpdates {
    static final long RECEIVER = 65537;

    private NistUpdates() {}

    static List<RouterKey> keys() {
        return StreamSupport.stream(
                        JsonMapper.shared()
                                .readTree(TestData.text("vectors/nist-keys.json"))
                                .spliterator(),
                        false)
                .map(key -> new RouterKey(
                        key.path("asn").asLong(),
                        Bytes.fromHex(key.path("ski").asString()),
                        Bytes.fromHex(key.path("spki_der_hex").asString())))
                .toList();
    }

    /** Returns one request for each signed update, with tokens from 1. */
    static List<SrxPdu.VerifyRequest> requests(int flags, SrxDefaults defaults, long localAs) {
        List<SrxPdu.VerifyRequest> requests = new ArrayList<>();
        Bytes stream = Bytes.wrap(TestData.bytes("vectors/nist-session-valid-k1.bgp"));
        for (int at = 0; at < stream.length(); at += stream.u16(at + 16)) {
            Bytes message = stream.slice(at, at + stream.u16(at + 16));
            if (BgpCodec.decode(message, BgpSessionOptions.DEFAULT).orThrow() instanceof Update update) {
                update.find(BgpsecPath.class)
                        .ifPresent(path -> requests.add(
                                request(update, path.value(), flags, defaults, localAs, requests.size() + 1)));
            }
        }
        return requests;
    }

    private static SrxPdu.VerifyRequest request(
            Update update, Bytes path, int flags, SrxDefaults defaults, long localAs, long token) {
        MpReach reach = update.find(MpReach.class).orElseThrow();
        Bytes attribute =
                new ByteWriter().u8(0x90).u8(33).u16(path.length()).bytes(path).toBytes();
        return new SrxPdu.VerifyRequest(
                flags,
                defaults,
                2,
                0,
                token,
                reach.nlri().getFirst().prefix(),
                64496,
                reach.family(),
                localAs,
                List.of(64496L),
                attribute);
    }
}
