// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import org.pathproof.wire.Prefix;

/**
 * Identifies an override.
 *
 * @param router name of the router in the settings
 */
record OverrideAt(String router, Prefix prefix) {}
