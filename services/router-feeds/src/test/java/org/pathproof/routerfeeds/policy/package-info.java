// SPDX-License-Identifier: Apache-2.0
/** Tests of the policy of the feeds. */
@NullMarked
package org.pathproof.routerfeeds.policy;

import org.jspecify.annotations.NullMarked;
