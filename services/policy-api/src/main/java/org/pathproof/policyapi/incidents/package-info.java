// SPDX-License-Identifier: Apache-2.0
/**
 * Incidents: one for each fault with one cause, instead of one for each route. An operator acknowledges an incident, or
 * mutes incidents by their fields.
 *
 * <p>{@link org.pathproof.policyapi.incidents.Faults} are the faults of this moment: counts of the verdict store, lost
 * routers and peers of the inventory, and failing RPKI sources. {@link
 * org.pathproof.policyapi.incidents.IncidentCheck} compares the faults with the incidents, and returns the records to
 * write. The topic pathproof.incidents has a record for each incident and each mute. Replicas share it by {@link
 * org.pathproof.policyapi.log.LogStore}. {@link org.pathproof.policyapi.incidents.IncidentStore} owns the state; REST
 * and metrics show it. Verdicts and feeds never read it.
 */
@NullMarked
package org.pathproof.policyapi.incidents;

import org.jspecify.annotations.NullMarked;
