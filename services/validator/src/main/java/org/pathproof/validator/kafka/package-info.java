// SPDX-License-Identifier: Apache-2.0
/**
 * Kafka Streams as the validator runs it: its lifecycle, its configuration and its clients.
 *
 * <p>{@link org.pathproof.validator.kafka.ValidatorStreams} owns the thread that provisions topics, starts Kafka
 * Streams, and starts it again after a failure. {@link org.pathproof.validator.kafka.StreamsProperties} holds the
 * configuration with the reasons for it. {@link org.pathproof.validator.kafka.StreamsClients} creates the consumers and
 * producers; its consumers read earlier than Kafka Streams would, wait longer when idle, and report deleted records.
 * {@link org.pathproof.validator.kafka.KafkaTaskTopics} reads ids, ends and verdicts of topics for the tasks.
 *
 * <p>Records flow from the routes topic through the tasks of the package {@code stream} to the verdicts topic. This
 * package decides when the records are polled and committed; it does not read their content.
 */
@NullMarked
package org.pathproof.validator.kafka;

import org.jspecify.annotations.NullMarked;
