// SPDX-License-Identifier: Apache-2.0
/**
 * Kafka for tests. {@link org.pathproof.harness.kafka.EmbeddedKafka} is a broker in the JVM of the tests, which the
 * test classes of that JVM share. The broker owns its topics and consumer groups and deletes them before each test.
 * {@link org.pathproof.harness.kafka.KafkaBrokers} are brokers as processes, for tests that kill one of them, fill its
 * disk or give each client its own rights.
 */
@NullMarked
package org.pathproof.harness.kafka;

import org.jspecify.annotations.NullMarked;
