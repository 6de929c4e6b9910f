// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.provenance;

import java.time.Instant;
import java.util.List;

/**
 * All sources of the RPKI data in force.
 *
 * @param generated time of the report
 * @param writer instance of key-sync that holds the lease
 * @param combine first or union
 * @param sources the sources in the order of the settings
 * @param slurm SLURM files and their effect
 */
public record SourcesReport(
        Instant generated, String writer, String combine, List<SourceReport> sources, SlurmReport slurm) {}
