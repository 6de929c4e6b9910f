// SPDX-License-Identifier: Apache-2.0
/** The scenarios. Each starts a site of its own and describes its load in its result. */
@NullMarked
package org.pathproof.benchmark.pipeline.scenario;

import org.jspecify.annotations.NullMarked;
