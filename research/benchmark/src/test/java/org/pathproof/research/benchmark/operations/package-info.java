// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.research.benchmark.operations;

import org.jspecify.annotations.NullMarked;
