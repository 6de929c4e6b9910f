// SPDX-License-Identifier: Apache-2.0
/** Tests of the check that routers use their overrides. */
@NullMarked
package org.pathproof.routerfeeds.use;

import org.jspecify.annotations.NullMarked;
