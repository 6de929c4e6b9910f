// SPDX-License-Identifier: Apache-2.0
/**
 * The derived origin feed: an RTR cache whose VRPs mark routes that are not valid, for routers that only do origin
 * validation.
 *
 * <p>{@link org.pathproof.routerfeeds.derived.DerivedOriginFeed} receives the changes of the table of verdicts. The
 * feed keeps the prefixes of changed routes that can concern a mark. A separate thread reads these prefixes from the
 * table into {@link org.pathproof.routerfeeds.derived.SeenPairs}, which applies the rules of {@code
 * org.pathproof.feeds.origin}. {@link org.pathproof.routerfeeds.derived.CountedSessions} selects the sessions whose
 * routes count. The result is published through {@link org.pathproof.routerfeeds.derived.DerivedRpki}, the source of an
 * RTR server with a port of its own.
 *
 * <p>The marks depend on the topics, the genuine RPKI set and the settings only, so all replicas have the same VRPs.
 * After the loss of a router, replicas may differ for {@code pathproof.feeds.router-hold}. Each replica has its own RTR
 * session id and serials.
 */
@NullMarked
package org.pathproof.routerfeeds.derived;

import org.jspecify.annotations.NullMarked;
