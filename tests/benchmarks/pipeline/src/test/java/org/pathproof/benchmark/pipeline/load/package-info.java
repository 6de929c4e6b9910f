// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.benchmark.pipeline.load;

import org.jspecify.annotations.NullMarked;
