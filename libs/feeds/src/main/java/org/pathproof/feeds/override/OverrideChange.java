// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.util.Optional;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.wire.Prefix;

/**
 * A change of the routes that are announced to a router.
 *
 * @param attributes attributes of the announcement; empty for a withdrawal
 */
public record OverrideChange(Prefix prefix, Optional<RouteAttributes> attributes) {}
