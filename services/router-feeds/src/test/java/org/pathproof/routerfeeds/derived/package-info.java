// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.routerfeeds.derived;

import org.jspecify.annotations.NullMarked;
