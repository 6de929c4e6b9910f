// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.benchmark.kit.Page;
import org.pathproof.benchmark.kit.Results;

/**
 * The results of both parts of the benchmark, of which one may be empty.
 *
 * @param runs results of the read side, the newest last
 * @param chains results of the whole chain, the newest last
 */
record ScaleResults(List<Outcome> runs, List<ChainOutcome> chains) implements Results {
    private static final String CHAIN = "chain";

    private Machine machine() {
        return runs.isEmpty() ? chains.getLast().machine() : runs.getLast().machine();
    }

    /** Returns the members of a quick run: one object with the main figures. */
    Map<String, Object> quickJson() {
        Map<String, Object> members = new LinkedHashMap<>();
        if (!runs.isEmpty()) {
            members.putAll(new Report(runs).quickJson());
        }
        if (!chains.isEmpty()) {
            members.put(CHAIN, new ChainReport(chains).json());
        }
        return members;
    }

    @Override
    public Map<String, Object> json() {
        Map<String, Object> members = new LinkedHashMap<>();
        if (!runs.isEmpty()) {
            members.putAll(new Report(runs).json());
        }
        if (!chains.isEmpty()) {
            members.put(CHAIN, new ChainReport(chains).json());
        }
        return members;
    }

    @Override
    public Page page() {
        Page page = new Page(
                "The policy API in a large network",
                "For operators who plan the memory of the policy API. Results of `./pathproof bench scale`: one"
                        + " column for each size, with its own time and load.",
                machine());
        if (!runs.isEmpty()) {
            page.lines(new Report(runs).table()).lines(Report.notes());
        }
        if (!chains.isEmpty()) {
            page.lines(runs.isEmpty() ? "" : "\n")
                    .lines("## The whole chain\n\n")
                    .lines("Routers with the same table, from BMP to the policy API.\n\n")
                    .lines(new ChainReport(chains).table())
                    .lines(ChainReport.notes());
        }
        return page;
    }
}
