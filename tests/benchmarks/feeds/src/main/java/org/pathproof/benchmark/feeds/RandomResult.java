// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The result of random events in a network. Not thread-safe. */
final class RandomResult {
    int events;
    int checks;
    /** Checks before which the network did not become quiet. */
    int restless;
    /** Number of UPDATEs from the last event before each check until the network was quiet. */
    long messages;

    int falseClaims;
    int ghosts;
    /** Numbers of overrides at all checks by what Pathproof says about their use. */
    final Map<String, Integer> uses = new TreeMap<>();
    /** Everything that went wrong, one sentence each. */
    final List<String> notes = new ArrayList<>();

    /** Returns the values of the JSON form. */
    Map<String, Object> json(String daemon, String scenario, long seed) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("daemon", daemon);
        json.put("scenario", scenario);
        json.put("seed", seed);
        json.put("events", events);
        json.put("checks", checks);
        json.put("restless", restless);
        json.put("messages", messages);
        json.put("uses", uses);
        json.put("ghosts", ghosts);
        json.put("false_claims", falseClaims);
        return json;
    }
}
