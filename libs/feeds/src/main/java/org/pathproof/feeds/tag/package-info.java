// SPDX-License-Identifier: Apache-2.0
/**
 * The tag feed: announces paths with their original attributes and with communities for their states, so that a route
 * reflector or a controller can select paths by their states.
 *
 * <p>{@link TagRules} builds the announcements of one prefix. {@link TagEngine} keeps the announcements of one router
 * and finds their changes. {@link StateCommunities} builds the communities, and {@link ReflectedAttributes} builds the
 * attributes of a path that Pathproof announces over iBGP. The override feed uses the last two classes.
 */
@NullMarked
package org.pathproof.feeds.tag;

import org.jspecify.annotations.NullMarked;
