// SPDX-License-Identifier: Apache-2.0
/** Tests of the text form of certificates and keys. */
@NullMarked
package org.pathproof.wire.pem;

import org.jspecify.annotations.NullMarked;
