// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.benchmark.pipeline.workload;

import org.jspecify.annotations.NullMarked;
