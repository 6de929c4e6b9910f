// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.telemetry.series;

import org.jspecify.annotations.NullMarked;
