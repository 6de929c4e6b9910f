// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.benchmark.pipeline.report;

import org.jspecify.annotations.NullMarked;
