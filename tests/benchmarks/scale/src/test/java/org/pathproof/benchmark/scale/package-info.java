// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.benchmark.scale;

import org.jspecify.annotations.NullMarked;
