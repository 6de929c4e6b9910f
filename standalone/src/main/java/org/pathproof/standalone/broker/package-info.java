// SPDX-License-Identifier: Apache-2.0
/**
 * Kafka broker in this JVM, which replaces a cluster.
 *
 * <p>{@code EmbeddedBroker} listens on 127.0.0.1, behind the random password of a {@code KafkaLogin}. The broker keeps
 * its data in its folder, and recovers the log after a crash. {@code KafkaNode} starts Kafka's controller and broker in
 * the right order (docs/adr/0013). {@code BrokerFailure} ends the process when the broker cannot write its log.
 */
@NullMarked
package org.pathproof.standalone.broker;

import org.jspecify.annotations.NullMarked;
