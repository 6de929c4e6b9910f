// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.routes.ContractTypes;
import org.pathproof.verdictstore.memory.Words;
import org.pathproof.verdictstore.row.Findings;

/**
 * Reads the findings of further fields. Keeps some that were read before, because copies of a route have equal fields.
 * Not thread-safe.
 */
final class FindingsReader {
    private static final int KEPT_BITS = 6;
    /** Longer fields are not kept. */
    private static final int MAX_LENGTH = 1 << 12;

    /** By a part of the hash of the fields. */
    private final @Nullable Kept[] kept = new Kept[1 << KEPT_BITS];

    private static final class Kept {
        private final byte[] fields;
        private final Findings findings;

        Kept(byte[] fields, Findings findings) {
            this.fields = fields;
            this.findings = findings;
        }

        boolean isOf(FieldBuffer read) {
            return Arrays.equals(fields, 0, fields.length, read.array(), 0, read.length());
        }
    }

    /**
     * Reads the findings.
     *
     * @param read fields of a verdict
     * @throws IllegalArgumentException if the fields cannot be decoded
     */
    Findings read(FieldBuffer read) {
        int at = (int) (Words.hash(read.array(), 0, read.length()) >>> Long.SIZE - KEPT_BITS);
        Kept known = kept[at];
        if (known != null && known.isOf(read)) {
            return known.findings;
        }
        Findings decoded = decode(EncodedVerdict.parse(read.array(), read.length()));
        if (read.length() <= MAX_LENGTH) {
            kept[at] = new Kept(read.copy(), decoded);
        }
        return decoded;
    }

    private static Findings decode(Verdict verdict) {
        if (verdict.getFindingsCount() == 0) {
            return Findings.NONE;
        }
        long rules = 0;
        Set<Long> offenders = new HashSet<>();
        for (Finding finding : verdict.getFindingsList()) {
            // A rule of a newer validator has no flag.
            rules |= ContractTypes.rule(finding).map(RouteFlags::ruleBit).orElse(0L);
            if (finding.hasAsn()) {
                offenders.add(Integer.toUnsignedLong(finding.getAsn()));
            }
        }
        // Counts name the ASes of known rules only.
        return rules == 0 ? Findings.NONE : new Findings(rules, offenders);
    }
}
