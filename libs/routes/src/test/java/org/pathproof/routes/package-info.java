// SPDX-License-Identifier: Apache-2.0
/** Tests of the rules that several services share. */
@NullMarked
package org.pathproof.routes;

import org.jspecify.annotations.NullMarked;
