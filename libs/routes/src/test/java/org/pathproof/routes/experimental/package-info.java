// SPDX-License-Identifier: Apache-2.0
/** Tests of the hook for experiments, without an implementation. */
@NullMarked
package org.pathproof.routes.experimental;

import org.jspecify.annotations.NullMarked;
