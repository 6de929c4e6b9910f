// SPDX-License-Identifier: Apache-2.0
/**
 * The valve before all input of the collector. Other parts of the process may close the valve, for example when a disk
 * is full.
 */
@NullMarked
package org.pathproof.collector.intake;

import org.jspecify.annotations.NullMarked;
