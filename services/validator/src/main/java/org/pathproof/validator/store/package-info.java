// SPDX-License-Identifier: Apache-2.0
/**
 * The state store of the validator: small for each route, ordered, and restored by Kafka Streams from its changelog.
 *
 * <p>{@link org.pathproof.validator.store.Page} holds neighbouring entries in one array of bytes, {@link
 * org.pathproof.validator.store.Pages} is the ordered map made of them, and {@link org.pathproof.validator.store.PagedStore} is that map as
 * Kafka Streams wants it; what has a number for a key stands beside it in plain arrays, {@link
 * org.pathproof.validator.store.FixedEntryTable}. They know bytes and nothing of routes. There is no index beside the map: its entries stand so close that
 * looking at each of them takes milliseconds (docs/adr/0004).
 */
@NullMarked
package org.pathproof.validator.store;

import org.jspecify.annotations.NullMarked;
