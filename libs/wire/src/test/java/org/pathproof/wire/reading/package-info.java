// SPDX-License-Identifier: Apache-2.0
/** Tests of the decision about the encoding of UPDATEs. */
@NullMarked
package org.pathproof.wire.reading;

import org.jspecify.annotations.NullMarked;
