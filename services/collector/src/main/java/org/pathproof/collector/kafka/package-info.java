// SPDX-License-Identifier: Apache-2.0
/**
 * The collector's side of Kafka: a producer that drops no record ({@link org.pathproof.collector.kafka.KafkaOutput}),
 * an outbox for the records of each session, and the reader of the sessions topic
 * ({@link org.pathproof.collector.kafka.SessionsReader}).
 *
 * <p>While Kafka is slow or away, the bytes in flight reach a high mark. Routers with more than their share in flight
 * then wait until the low mark. Their sockets are not read meanwhile, and TCP makes the routers wait.
 */
@NullMarked
package org.pathproof.collector.kafka;

import org.jspecify.annotations.NullMarked;
