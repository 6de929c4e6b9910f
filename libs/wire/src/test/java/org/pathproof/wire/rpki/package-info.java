// SPDX-License-Identifier: Apache-2.0
/** Tests of RPKI objects. */
@NullMarked
package org.pathproof.wire.rpki;

import org.jspecify.annotations.NullMarked;
