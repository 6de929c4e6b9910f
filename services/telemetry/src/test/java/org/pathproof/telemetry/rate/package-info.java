// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.telemetry.rate;

import org.jspecify.annotations.NullMarked;
