// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.benchmark.feeds.table.Times;

/** The result of a scenario with two border routers. Not thread-safe. */
final class ScenarioResult {
    /** From the tampered UPDATE until all border routers have an accepted path for good. */
    final Times border = new Times();
    /** The same at all routers. */
    final Times all = new Times();
    /** From the signed UPDATE until all border routers have the path from before. */
    final Times back = new Times();

    private final String scenario;
    private final String daemon;
    private final List<String> notes = new ArrayList<>();
    private int trials;
    private int told;
    private int untold;
    private int restless;
    private long messages;
    private int ghosts;
    private int falseClaims;
    private long lostMs;

    ScenarioResult(String scenario, String daemon) {
        this.scenario = scenario;
        this.daemon = daemon;
    }

    String scenario() {
        return scenario;
    }

    String daemon() {
        return daemon;
    }

    /** Returns everything that went wrong, one sentence each. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    void note(String sentence) {
        notes.add(sentence);
    }

    void addTrial() {
        trials++;
    }

    /** Adds a tampered path that a router still uses; {@code said} if Pathproof gives a reason for it. */
    void addUnprotected(boolean said) {
        if (said) {
            told++;
        } else {
            untold++;
        }
    }

    /**
     * Adds the messages after an event.
     *
     * @param quiet false if the messages did not end
     */
    void addMessages(long count, boolean quiet) {
        messages = Math.max(messages, count);
        if (!quiet) {
            restless++;
        }
    }

    void addGhosts(int count) {
        ghosts += count;
    }

    void addFalseClaims(int count) {
        falseClaims += count;
    }

    void addLost(long milliseconds) {
        lostMs += milliseconds;
    }

    int trials() {
        return trials;
    }

    int told() {
        return told;
    }

    int untold() {
        return untold;
    }

    int restless() {
        return restless;
    }

    long messages() {
        return messages;
    }

    int ghosts() {
        return ghosts;
    }

    int falseClaims() {
        return falseClaims;
    }

    long lostMs() {
        return lostMs;
    }

    /** Returns the values of the JSON form. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("daemon", daemon);
        json.put("scenario", scenario);
        json.put("border_p50_ms", milliseconds(border.median()));
        json.put("border_worst_ms", milliseconds(border.worst()));
        json.put("inner_p50_ms", milliseconds(all.median()));
        json.put("back_p50_ms", milliseconds(back.median()));
        json.put("trials", trials);
        json.put("protected", all.count());
        json.put("said", told);
        json.put("unsaid", untold);
        json.put("restless", restless);
        json.put("messages", messages);
        json.put("ghosts", ghosts);
        json.put("false_claims", falseClaims);
        json.put("lost_ms", lostMs);
        return json;
    }

    /** Returns whole milliseconds; 0 without values. */
    private static long milliseconds(double value) {
        return Double.isNaN(value) ? 0 : Math.round(value);
    }
}
