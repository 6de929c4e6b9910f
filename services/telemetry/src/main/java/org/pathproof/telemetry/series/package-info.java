// SPDX-License-Identifier: Apache-2.0
/** Gauges whose series come and go, such as one for each router. */
@NullMarked
package org.pathproof.telemetry.series;

import org.jspecify.annotations.NullMarked;
