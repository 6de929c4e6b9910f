// SPDX-License-Identifier: Apache-2.0
/**
 * The routers and peers that are expected to be up. A router or peer is declared by the settings, expected by an
 * operator, or learned after it was up for some time. While it is not up, it is lost, until it is back, acknowledged or
 * retired.
 *
 * <p>The topic pathproof.inventory has a record for each of them, in the order that decides which change is accepted.
 * {@link org.pathproof.policyapi.log.VersionedLog} applies the records, equally on every replica. {@link
 * org.pathproof.policyapi.inventory.InventoryStore} reads and writes the topic. {@link
 * org.pathproof.policyapi.inventory.SeenRouters} are the routers and peers that are up, from the sessions of the
 * verdict store and the heartbeats of the collectors. {@link org.pathproof.policyapi.inventory.InventoryCheck} compares
 * both, and returns the records to write. Health, metrics and REST show the state.
 */
@NullMarked
package org.pathproof.policyapi.inventory;

import org.jspecify.annotations.NullMarked;
