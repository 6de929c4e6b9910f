// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.derived;

import java.util.Set;
import org.pathproof.feeds.origin.DerivedOrigins;
import org.pathproof.feeds.override.Suspension;

/**
 * The derived origin feed at one moment.
 *
 * @param suspensions reasons for which the feed has no marks
 * @param overLimit true if there are more pairs or differences than the settings permit, so that the feed has no marks
 * @param pairs number of pairs that are not valid, marked or not
 * @param differences the published differences from the genuine VRPs
 */
public record DerivedOriginStatus(
        Set<Suspension> suspensions, boolean overLimit, int pairs, DerivedOrigins differences) {
    public DerivedOriginStatus {
        suspensions = Set.copyOf(suspensions);
    }
}
