// SPDX-License-Identifier: Apache-2.0
/**
 * The validator: reads route events, verifies the signatures of their paths, judges the routes under the current RPKI
 * data, and publishes verdicts.
 *
 * <p>This package holds the service: settings, the lifecycle of Kafka Streams, health. The topology is in {@code
 * stream}, routes and their judgement in {@code route}, rows in memory in {@code store}, and the verification of
 * signatures in {@code proof}. The number of partitions of the routes topic limits the number of working instances. An
 * instance restores its rows from Kafka.
 */
@NullMarked
package org.pathproof.validator;

import org.jspecify.annotations.NullMarked;
