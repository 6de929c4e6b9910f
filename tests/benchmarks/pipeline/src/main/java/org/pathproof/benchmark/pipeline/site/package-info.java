// SPDX-License-Identifier: Apache-2.0
/**
 * Pathproof on one machine, each part an operating system's process, so that what each costs can be read from the
 * system: {@link org.pathproof.benchmark.pipeline.site.Site} starts them, {@link
 * org.pathproof.benchmark.pipeline.site.ProcessGroup} sees to it that none survives.
 */
@NullMarked
package org.pathproof.benchmark.pipeline.site;

import org.jspecify.annotations.NullMarked;
