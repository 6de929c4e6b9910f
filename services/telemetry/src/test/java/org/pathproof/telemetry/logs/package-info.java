// SPDX-License-Identifier: Apache-2.0
/** Tests of the format and of the limit of log lines. */
@NullMarked
package org.pathproof.telemetry.logs;

import org.jspecify.annotations.NullMarked;
