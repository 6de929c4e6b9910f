// SPDX-License-Identifier: Apache-2.0
/**
 * Contracts between the services: topics, keys and records of Kafka.
 *
 * <p>{@link Topics} names the topics. {@link TopicProvisioner} creates them with the settings of {@link TopicSettings},
 * and {@link TopicWatch} reports topics that are deleted while a service runs. The records are protobuf ({@code
 * src/main/proto}), and {@link ProtoSerde} encodes them; {@link RecordFormat} refuses records of a newer format. {@link
 * RouteKey} is not protobuf: partitioning and range reads depend on the layout of its bytes.
 *
 * <p>{@link GapWriter} reports lost records and wrong signature engines to all services, in the topic of sessions, and
 * {@link Gaps} collects the reports until the tables of the routers are complete again. The names of metrics are in the
 * package {@code metrics}. No class of this package keeps a thread except {@link TopicWatch}.
 */
@NullMarked
package org.pathproof.contracts;

import org.jspecify.annotations.NullMarked;
