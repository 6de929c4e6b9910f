// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.router.RouterIdentity;
import org.pathproof.wire.Bytes;

/** Publishes BMP messages as they came. */
@FunctionalInterface
public interface RawPublisher {
    /**
     * Publishes one whole message; {@code nowMicros} is the time at which it was handled, in microseconds since 1970.
     */
    void publish(KafkaOutput.Share share, RouterIdentity router, Bytes message, long nowMicros);
}
