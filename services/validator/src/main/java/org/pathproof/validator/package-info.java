// SPDX-License-Identifier: Apache-2.0
/**
 * The validator: reads route events, proves the signatures of their paths, judges them under the RPKI data of the moment, and publishes
 * verdicts.
 *
 * This package is the service around it: settings, the life of Kafka Streams, health. The topology is in {@code stream}, what a route is
 * and how it is judged in {@code route}, the verifying of signatures in {@code proof}. It may run in as many instances as the routes topic
 * has partitions; what each of them holds comes back from Kafka.
 */
@NullMarked
package org.pathproof.validator;

import org.jspecify.annotations.NullMarked;
