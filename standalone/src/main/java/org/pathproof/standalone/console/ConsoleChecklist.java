// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.console;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.pathproof.policyapi.health.Checklist;

/** The dashboard's checklist on the console: all steps at the start, and each step again when it is done. */
public final class ConsoleChecklist {
    private static final String DONE = "done";

    private final Supplier<Checklist.Report> source;
    private final Console console;
    private final Set<String> done = new HashSet<>();

    /** Creates a report of the checklist that {@code source} returns. */
    public ConsoleChecklist(Supplier<Checklist.Report> source, Console console) {
        this.source = source;
        this.console = console;
    }

    /** Prints all steps. */
    public void show() {
        for (Checklist.Step step : source.get().steps()) {
            if (step.state().equals(DONE)) {
                done.add(step.name());
            }
            console.say("  " + line(step));
        }
    }

    /** Prints the steps completed since the last call. Returns false if none is left. */
    public boolean update() {
        Checklist.Report report = source.get();
        for (Checklist.Step step : report.steps()) {
            if (step.state().equals(DONE) && done.add(step.name())) {
                console.say(line(step));
            }
        }
        return done.size() < report.steps().size();
    }

    private static String line(Checklist.Step step) {
        return (step.state().equals(DONE) ? "[x] " : "[ ] ") + step.title() + ": " + step.message();
    }
}
