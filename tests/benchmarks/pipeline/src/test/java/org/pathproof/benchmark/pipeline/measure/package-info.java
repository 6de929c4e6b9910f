// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.benchmark.pipeline.measure;

import org.jspecify.annotations.NullMarked;
