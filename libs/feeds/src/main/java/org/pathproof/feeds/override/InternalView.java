// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.util.Set;
import org.pathproof.feeds.override.OriginatorCounts.Originator;

/**
 * One router's part in the iBGP of its network.
 *
 * @param identifiers BGP Identifiers of the router
 * @param neighbors BGP Identifiers of its external neighbors
 * @param originators routers whose paths it received from other routers of the network
 */
record InternalView(Set<Integer> identifiers, Set<Integer> neighbors, Set<Originator> originators) {}
