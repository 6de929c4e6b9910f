// SPDX-License-Identifier: Apache-2.0
/**
 * Simplified Local Internet Number Resource Management (SLURM, RFC 8416): an operator's removals from and additions to
 * the RPKI's data.
 *
 * <p>Version 1 is that of the RFC; version 2 (draft-ietf-sidrops-aspa-slurm) adds ASPAs. {@link SlurmReader} follows
 * RFC 8416 section 3.1: it refuses a file with any error, and reports all its errors. {@link SlurmFilters} applies the
 * filters of a file. Filters never remove the assertions of the file.
 */
@NullMarked
package org.pathproof.rpki.slurm;

import org.jspecify.annotations.NullMarked;
