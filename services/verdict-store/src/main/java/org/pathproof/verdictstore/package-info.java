// SPDX-License-Identifier: Apache-2.0
/**
 * The verdict store: every current verdict in memory, for REST, exports and feeds.
 *
 * <p>{@code store} holds the routes, sessions and verdicts in a {@link
 * org.pathproof.verdictstore.store.RouteTable}. {@code input} reads the topics of verdicts and sessions into the table,
 * tells listeners about each change, and measures the delay behind the collectors in a {@link
 * org.pathproof.verdictstore.input.StoreStatus}. This package has the Spring configuration and the metrics of both. An
 * application imports {@link org.pathproof.verdictstore.VerdictStoreConfiguration}.
 */
@NullMarked
package org.pathproof.verdictstore;

import org.jspecify.annotations.NullMarked;
