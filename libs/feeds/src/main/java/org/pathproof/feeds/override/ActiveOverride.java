// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.RouteAttributes;

/**
 * An override that is announced to the router.
 *
 * @param path the announced path of the router
 * @param attributes the attributes of the announcement
 * @param since time of the first announcement; a change of the attributes does not change this time
 */
public record ActiveOverride(CandidatePath path, RouteAttributes attributes, Instant since) {}
