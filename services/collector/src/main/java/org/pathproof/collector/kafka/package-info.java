// SPDX-License-Identifier: Apache-2.0
/**
 * The collector's side of Kafka: one producer that never drops a record ({@link org.pathproof.collector.kafka.KafkaOutput}), and the
 * reader of the sessions topic ({@link org.pathproof.collector.kafka.SessionsReader}).
 *
 * <p>When Kafka is slow or away, octets in flight reach the high mark, and whoever handles messages waits until they are below the low
 * one; sockets are no longer read then, and TCP makes the routers wait.
 */
@NullMarked
package org.pathproof.collector.kafka;

import org.jspecify.annotations.NullMarked;
