// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

/**
 * A path of a router with the attributes of its announcement.
 *
 * @param path the path as the router received it
 * @param attributes the attributes that Pathproof announces
 */
public record AnnouncedPath(CandidatePath path, RouteAttributes attributes) {}
