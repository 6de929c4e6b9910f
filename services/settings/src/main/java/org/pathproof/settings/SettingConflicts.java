// SPDX-License-Identifier: Apache-2.0
package org.pathproof.settings;

import static org.slf4j.MarkerFactory.getMarker;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects settings that contradict each other, as sentences that name both settings and the remedy. The service starts
 * in spite of them, because an older configuration may have them, and its health fails. Not thread-safe.
 */
public final class SettingConflicts {
    private static final Logger log = LoggerFactory.getLogger(SettingConflicts.class);

    private final List<String> sentences = new ArrayList<>();

    /** Adds a sentence if a condition holds. Returns this object. */
    public SettingConflicts add(boolean conflict, String sentence) {
        if (conflict) {
            sentences.add(sentence);
        }
        return this;
    }

    /** Returns all sentences. */
    public List<String> all() {
        return List.copyOf(sentences);
    }

    /** Logs each sentence. Returns all of them. */
    public List<String> logged() {
        sentences.forEach(sentence ->
                log.warn(getMarker("settings-conflict"), "settings contradict each other: problem=\"{}\"", sentence));
        return all();
    }
}
