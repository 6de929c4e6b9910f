// SPDX-License-Identifier: Apache-2.0
/** Limits of rates, for logs and traces. */
@NullMarked
package org.pathproof.telemetry.rate;

import org.jspecify.annotations.NullMarked;
