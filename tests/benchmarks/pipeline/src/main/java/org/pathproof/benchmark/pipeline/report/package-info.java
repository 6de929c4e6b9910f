// SPDX-License-Identifier: Apache-2.0
/**
 * Results and their formats: JSON for programs, Markdown and plots for docs/benchmarks, text for a terminal.
 */
@NullMarked
package org.pathproof.benchmark.pipeline.report;

import org.jspecify.annotations.NullMarked;
