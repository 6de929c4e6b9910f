// SPDX-License-Identifier: Apache-2.0
/**
 * The SRx server of the policy API. BGP-SRx routers send updates, and the server validates them under the same RPKI set
 * and rules as the verdicts. libs/srx has the protocol; this package has settings, lifecycle, health and metrics.
 */
@NullMarked
package org.pathproof.routerfeeds.srx;

import org.jspecify.annotations.NullMarked;
