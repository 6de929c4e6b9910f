// SPDX-License-Identifier: Apache-2.0
/**
 * The tag feed: announces paths with their original attributes and with communities for their states, so that a route
 * reflector or a controller selects by them.
 *
 * <p>{@link TagRules} builds the announcements of one prefix. {@link StateCommunities} are the communities, and
 * {@link ReflectedAttributes} the attributes of a path that Pathproof announces over iBGP; the override feed uses both.
 */
@NullMarked
package org.pathproof.feeds.tag;

import org.jspecify.annotations.NullMarked;
