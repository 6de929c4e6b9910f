// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.provenance;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The SLURM files and their effect.
 *
 * @param files configured files
 * @param problem problem of the files; null if there is none
 * @param entries entries in force: those without effect, then the others; at most 1,000
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SlurmReport(List<String> files, @Nullable String problem, List<SlurmEntry> entries) {
    /** No files. */
    public static final SlurmReport NONE = new SlurmReport(List.of(), null, List.of());

    /**
     * An entry of a SLURM file.
     *
     * @param kind prefix-filter, bgpsec-filter, aspa-filter or assertion
     * @param entry prefix, AS and SKI of the entry
     * @param objects objects that a filter removes from the data; 1 for an assertion that adds or replaces an object, 0
     *     for one whose object the data has without it
     */
    public record SlurmEntry(String file, String kind, String entry, int objects) {}
}
