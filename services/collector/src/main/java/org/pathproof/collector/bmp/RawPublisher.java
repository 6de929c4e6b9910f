// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import org.pathproof.collector.kafka.Lane;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.wire.Bytes;

/** Publishes BMP messages of connected routers, unchanged. */
@FunctionalInterface
public interface RawPublisher {
    /**
     * Publishes one whole message.
     *
     * @param nowMicros current time, in microseconds since 1970-01-01 UTC
     */
    void publish(Lane lane, RouterIdentity router, Bytes message, long nowMicros);
}
