// SPDX-License-Identifier: Apache-2.0
/**
 * The collector's side of Kafka: {@link org.pathproof.collector.kafka.KafkaOutput} is a producer that repeats failed
 * requests without a limit. The records of a router reach it through a {@link org.pathproof.collector.kafka.Lane}.
 * {@link org.pathproof.collector.kafka.SessionOutboxes} orders the records of each session. {@link
 * org.pathproof.collector.kafka.SessionsReader} reads the sessions topic.
 *
 * <p>While Kafka is slow or unreachable, the bytes in flight reach a high mark. From then until the low mark, sockets
 * of routers with more than their share in flight are not read, and TCP flow control stops these routers.
 */
@NullMarked
package org.pathproof.collector.kafka;

import org.jspecify.annotations.NullMarked;
