// SPDX-License-Identifier: Apache-2.0
/**
 * The validator: reads route events, verifies the signatures of their paths, validates the routes against the current
 * RPKI data, and publishes verdicts.
 *
 * <p>This package holds the application and its beans. The other packages by job:
 *
 * <ul>
 *   <li>{@code settings}: settings and the identity of the instance
 *   <li>{@code kafka}: lifecycle, configuration and clients of Kafka Streams
 *   <li>{@code stream}: topology and tasks
 *   <li>{@code route}: routes and their verdicts
 *   <li>{@code store}: rows in memory
 *   <li>{@code proof}: verification of signatures in batches, and the cache of results
 *   <li>{@code engine}: the P-256 engine
 *   <li>{@code health}: health and readiness
 * </ul>
 *
 * <p>The number of partitions of the routes topic limits the number of working instances. An instance restores its rows
 * from Kafka.
 */
@NullMarked
package org.pathproof.validator;

import org.jspecify.annotations.NullMarked;
