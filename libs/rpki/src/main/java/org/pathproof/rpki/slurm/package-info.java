// SPDX-License-Identifier: Apache-2.0
/**
 * Simplified Local Internet Number Resource Management (RFC 8416): what an operator takes out of the RPKI's data and adds to it.
 *
 * Version 1 is the RFC's; version 2 (draft-ietf-sidrops-aspa-slurm) adds ASPAs. {@link SlurmReader} is strict, as section 3.1 wants:
 * a file with any deviation is refused whole, with all its faults named. {@link Slurm} applies one: filters first, then assertions.
 */
@NullMarked
package org.pathproof.rpki.slurm;

import org.jspecify.annotations.NullMarked;
