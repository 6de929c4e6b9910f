// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.telemetry.certificates;

import org.jspecify.annotations.NullMarked;
