// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.openbmp;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.pathproof.collector.bmp.RawPublisher;
import org.pathproof.collector.kafka.Lane;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.contracts.Topics;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.openbmp.OpenBmpCodec;
import org.pathproof.wire.openbmp.OpenBmpRaw;

/**
 * Publishes BMP messages as OpenBMP binary 1.7, keyed by router hash in hexadecimal as OpenBMP's own collector does.
 */
public final class OpenBmpPublisher implements RawPublisher {
    private final String collectorId;
    private final Bytes collectorHash;

    public OpenBmpPublisher(String collectorId) {
        this.collectorId = collectorId;
        this.collectorHash = RouterIdentity.of("", collectorId).hash();
    }

    @Override
    public void publish(Lane lane, RouterIdentity router, Bytes message, long nowMicros) {
        OpenBmpRaw raw = new OpenBmpRaw(
                Optional.of(router.hash()),
                Optional.of(address(router.ip())),
                Optional.of(collectorHash),
                collectorId,
                "",
                nowMicros,
                message);
        lane.send(
                Topics.OPENBMP_RAW,
                router.hash().toHex().getBytes(StandardCharsets.US_ASCII),
                OpenBmpCodec.encode(raw).toArray(),
                () -> {});
    }

    private static Bytes address(String ip) {
        try {
            return Bytes.wrap(InetAddress.getByName(ip).getAddress());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("not an IP address of a socket: " + ip, e);
        }
    }
}
