// SPDX-License-Identifier: Apache-2.0
/**
 * What is played at a site, and which figures come of it. Each scenario starts a site of its own and says what it did
 * in its result.
 */
@NullMarked
package org.pathproof.benchmark.pipeline.scenario;

import org.jspecify.annotations.NullMarked;
