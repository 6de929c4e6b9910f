// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.row;

import org.pathproof.verdictstore.dictionary.Dictionary;

/** Reads findings by the number of further fields, and keeps the last ones for copies of a route. Not thread-safe. */
public final class LastFindings {
    private final Dictionaries dictionaries;
    private int fields = Dictionary.NONE;
    private Findings findings = Findings.NONE;

    public LastFindings(Dictionaries dictionaries) {
        this.dictionaries = dictionaries;
    }

    /** Forgets the findings. For the begin of a batch, because numbers may be used again between batches. */
    public void clear() {
        fields = Dictionary.NONE;
        findings = Findings.NONE;
    }

    /** Returns the findings of further fields. */
    public Findings of(int number) {
        if (number != Dictionary.NONE && number != fields) {
            findings = dictionaries.findings(number);
            fields = number;
        }
        return number == Dictionary.NONE ? Findings.NONE : findings;
    }
}
