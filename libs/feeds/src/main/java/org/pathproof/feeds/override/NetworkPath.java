// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import org.pathproof.feeds.path.CandidatePath;

/**
 * A path of a router of the network, from one of the router's external neighbors.
 *
 * @param router name of the router where the path enters the AS
 * @param localPreference LOCAL_PREF of the path, or the default of the router
 * @param known false if the router does not show LOCAL_PREF, so that its import policy may have set any value
 */
public record NetworkPath(String router, CandidatePath path, long localPreference, boolean known) {}
