// SPDX-License-Identifier: Apache-2.0
/** The scenarios. Each scenario starts its own site, and its result describes the load. */
@NullMarked
package org.pathproof.benchmark.pipeline.scenario;

import org.jspecify.annotations.NullMarked;
