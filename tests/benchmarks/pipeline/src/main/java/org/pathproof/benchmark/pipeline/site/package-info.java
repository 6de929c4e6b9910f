// SPDX-License-Identifier: Apache-2.0
/**
 * Pathproof on one machine, each part a process, so that the operating system reports the CPU time and memory of
 * each. {@link org.pathproof.benchmark.pipeline.site.Site} starts the processes in a {@link
 * org.pathproof.harness.ProcessGroup}.
 */
@NullMarked
package org.pathproof.benchmark.pipeline.site;

import org.jspecify.annotations.NullMarked;
