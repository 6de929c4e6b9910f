// SPDX-License-Identifier: Apache-2.0
/** The valve before everything that the collector takes in, which other parts of the process may close. */
@NullMarked
package org.pathproof.collector.intake;

import org.jspecify.annotations.NullMarked;
