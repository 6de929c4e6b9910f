// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.tag;

import java.util.Optional;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.wire.Prefix;

/**
 * A change of the tagged paths that are announced.
 *
 * @param pathId Path Identifier as in {@link TagRules#announcements}
 * @param attributes attributes of the announcement; empty for a withdrawal
 */
public record TagChange(Prefix prefix, long pathId, Optional<RouteAttributes> attributes) {}
