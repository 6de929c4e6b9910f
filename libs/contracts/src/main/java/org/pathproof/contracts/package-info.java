// SPDX-License-Identifier: Apache-2.0
/**
 * Contracts between the services: topics, keys, records, and the names of metrics.
 *
 * <p>The records are protobuf ({@code src/main/proto}). {@link RouteKey} is a binary key of its own, because
 * partitioning and range reads depend on its bytes.
 */
@NullMarked
package org.pathproof.contracts;

import org.jspecify.annotations.NullMarked;
