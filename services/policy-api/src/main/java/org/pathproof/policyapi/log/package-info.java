// SPDX-License-Identifier: Apache-2.0
/**
 * State that all replicas of the policy API share in a compacted topic with one partition. The order of the records
 * decides which change is accepted.
 *
 * <p>{@link org.pathproof.policyapi.log.VersionedLog} applies the records, equally on every replica. {@link
 * org.pathproof.policyapi.log.LogStore} provisions, reads and writes the topic, in one thread. A {@link
 * org.pathproof.policyapi.log.LogOwner} gives the entries their meaning: it parses records, and checks every second
 * which changes are due. The inventory and the incidents are such owners.
 */
@NullMarked
package org.pathproof.policyapi.log;

import org.jspecify.annotations.NullMarked;
