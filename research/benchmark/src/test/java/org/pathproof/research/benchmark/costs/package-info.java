// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.research.benchmark.costs;

import org.jspecify.annotations.NullMarked;
