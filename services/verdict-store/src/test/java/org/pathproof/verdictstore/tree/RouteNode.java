// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

/** A node of a {@link RouteTree}: a route or a branch. */
sealed interface RouteNode permits Route, Branch {
    /** Returns the first route of this node. */
    RouteOrder.Entry first();

    /** Returns the {@link RouteFlags} of all routes of this node. */
    long flags();
}
