// SPDX-License-Identifier: Apache-2.0
/**
 * The state store of the validator: compact, ordered, and restored by Kafka Streams from its changelog.
 *
 * <p>{@link org.pathproof.validator.store.Page} packs adjacent entries into one array. {@link
 * org.pathproof.validator.store.Pages} is an ordered map of such pages. {@link
 * org.pathproof.validator.store.PagedStore} makes the map a store of Kafka Streams, together with {@link
 * org.pathproof.validator.store.FixedEntryTable} for entries with a number as key. These classes handle bytes and do
 * not depend on routes. There is no index, because a pass over all entries takes milliseconds (docs/adr/0004).
 */
@NullMarked
package org.pathproof.validator.store;

import org.jspecify.annotations.NullMarked;
