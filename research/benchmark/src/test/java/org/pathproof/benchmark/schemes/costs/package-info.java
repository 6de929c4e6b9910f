// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.benchmark.schemes.costs;

import org.jspecify.annotations.NullMarked;
