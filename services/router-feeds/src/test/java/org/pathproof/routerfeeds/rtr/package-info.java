// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.routerfeeds.rtr;

import org.jspecify.annotations.NullMarked;
