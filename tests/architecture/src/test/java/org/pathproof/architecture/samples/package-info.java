// SPDX-License-Identifier: Apache-2.0
/** Small classes on which {@code FileCyclesTest} tests that it finds cycles among files. */
@NullMarked
package org.pathproof.architecture.samples;

import org.jspecify.annotations.NullMarked;
