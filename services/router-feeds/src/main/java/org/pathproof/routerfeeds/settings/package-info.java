// SPDX-License-Identifier: Apache-2.0
/** Settings of the feeds that several packages use, under {@code pathproof.feeds} and {@code pathproof.policy-api}. */
@NullMarked
package org.pathproof.routerfeeds.settings;

import org.jspecify.annotations.NullMarked;
