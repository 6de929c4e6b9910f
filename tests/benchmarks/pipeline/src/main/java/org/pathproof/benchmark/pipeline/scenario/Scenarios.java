// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.pathproof.benchmark.pipeline.report.Outcome;

/** All scenarios by their names on the command line. */
public final class Scenarios {
    private static final Map<String, Bench.Scenario> ALL = all();

    private Scenarios() {}

    private static Map<String, Bench.Scenario> all() {
        Map<String, Bench.Scenario> all = new LinkedHashMap<>();
        all.put("a", new ColdStart());
        all.put("b", new SharedPrefixes());
        all.put("c", Paced.steady());
        all.put("d", Paced.bursts());
        all.put("e", SessionReset.toA());
        all.put("f", new KeyWithdrawal());
        all.put("g", new VrpStorm());
        all.put("restart", Takeover.restart());
        all.put("standby", Takeover.standby());
        all.put("scale", new Scaling());
        all.put("keys", new RouterKeys());
        all.put("idle", new Idle());
        all.put("reset-c", SessionReset.toC());
        all.put("lengths", new PathLengths());
        all.put("schemes", new SchemeResults());
        return all;
    }

    public static Set<String> names() {
        return ALL.keySet();
    }

    /**
     * Runs a scenario.
     *
     * @throws IllegalArgumentException if the name is unknown
     */
    public static Outcome run(String name, Bench bench) throws IOException, InterruptedException {
        Bench.Scenario scenario = ALL.get(name);
        if (scenario == null) {
            throw new IllegalArgumentException("unknown scenario '" + name + "': the scenarios are " + names());
        }
        bench.progress().print("scenario " + name);
        return scenario.run(bench);
    }
}
