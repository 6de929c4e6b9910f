// SPDX-License-Identifier: Apache-2.0
/** Tests of what the RPKI tells a router, as values. */
@NullMarked
package org.pathproof.wire.rpki;

import org.jspecify.annotations.NullMarked;
