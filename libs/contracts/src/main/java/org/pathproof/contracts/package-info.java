// SPDX-License-Identifier: Apache-2.0
/**
 * What the services say to each other: topics, keys, records, and the names of metrics.
 *
 * The records are protobuf ({@code src/main/proto}); {@link RouteKey} is a binary key of its own, because partitioning and range reads
 * depend on its octets.
 */
@NullMarked
package org.pathproof.contracts;

import org.jspecify.annotations.NullMarked;
