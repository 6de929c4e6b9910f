// SPDX-License-Identifier: Apache-2.0
/** Tests of the results of the experimental path attribute, without an implementation of it. */
@NullMarked
package org.pathproof.validator.experimental;

import org.jspecify.annotations.NullMarked;
