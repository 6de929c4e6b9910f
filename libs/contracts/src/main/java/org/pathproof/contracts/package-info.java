// SPDX-License-Identifier: Apache-2.0
/**
 * Contracts between the services: topics, keys, records, and the names of metrics.
 *
 * <p>The records are protobuf ({@code src/main/proto}). {@link RouteKey} is not protobuf: partitioning and range reads
 * depend on the layout of its bytes.
 */
@NullMarked
package org.pathproof.contracts;

import org.jspecify.annotations.NullMarked;
