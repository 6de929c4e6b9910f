// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import com.google.protobuf.UnsafeByteOperations;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.contracts.v1.Reject;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.NetworkText;
import org.pathproof.wire.WireError;

/** Creates the records of {@code pathproof.rejects}. */
public final class Rejects {
    /** Maximum bytes in a reject, well below Kafka's limit of 1 MiB per record. */
    private static final int MAX_REJECT_BYTES = 512 * 1024;

    private Rejects() {}

    /** Creates the record of undecodable bytes, cut to {@value #MAX_REJECT_BYTES} bytes. */
    public static Reject of(
            RouterIdentity router, String layer, String peerIp, WireError error, Bytes bytes, long nowMicros) {
        Bytes kept = bytes.length() > MAX_REJECT_BYTES ? bytes.slice(0, MAX_REJECT_BYTES) : bytes;
        return Reject.newBuilder()
                .setRouterHash(UnsafeByteOperations.unsafeWrap(router.hash().asByteBuffer()))
                .setRouterIp(router.ip())
                .setPeerIp(peerIp)
                .setReceivedUs(nowMicros)
                .setLayer(layer)
                .setCode(error.code().name())
                .setWhere(NetworkText.name(error.where()))
                .setOffset(error.offset())
                .setMessage(NetworkText.description(error.message()))
                .setOctets(UnsafeByteOperations.unsafeWrap(kept.asByteBuffer()))
                .build();
    }
}
