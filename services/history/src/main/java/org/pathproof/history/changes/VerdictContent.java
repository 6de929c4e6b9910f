// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.changes;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Verdict;

/**
 * The fields of a verdict whose changes the history keeps. One object is used for many verdicts. Not thread-safe.
 *
 * <p>States are the numbers of {@code verdict.proto}; a number of a later release is kept as it is.
 */
public final class VerdictContent {
    /** Number of an absent AS. */
    public static final long NO_AS = -1;

    int state;
    int origin;
    int aspa;
    long epoch;
    long originAs;
    String asPath = "";

    /** Rules of the findings, separated by commas; null without findings. */
    @Nullable
    String rules;

    /** Hop of the first finding, 0 for the path. */
    int hop;

    /** AS of the first finding that names one, or {@link #NO_AS}. */
    long failAs;

    private final StringBuilder text = new StringBuilder();

    /**
     * Reads the value of a record.
     *
     * @throws IllegalArgumentException if the value is not a verdict
     */
    void read(byte[] value) {
        Verdict verdict;
        try {
            verdict = Verdict.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("the value is not a verdict: " + e.getMessage(), e);
        }
        state = verdict.getStateValue();
        origin = verdict.getOriginValue();
        aspa = verdict.getAspaValue();
        epoch = verdict.getEpoch();
        originAs = verdict.hasOriginAs() ? Integer.toUnsignedLong(verdict.getOriginAs()) : NO_AS;
        asPath = path(verdict);
        readFindings(verdict.getFindingsList());
    }

    private String path(Verdict verdict) {
        text.setLength(0);
        for (int i = 0; i < verdict.getAsPathCount(); i++) {
            if (i > 0) {
                text.append(' ');
            }
            text.append(Integer.toUnsignedLong(verdict.getAsPath(i)));
        }
        return text.toString();
    }

    private void readFindings(List<Finding> findings) {
        rules = null;
        hop = 0;
        failAs = NO_AS;
        if (findings.isEmpty()) {
            return;
        }
        hop = findings.getFirst().getHop();
        if (findings.size() == 1) {
            rules = findings.getFirst().getRule();
        } else {
            rules = String.join(
                    ",", findings.stream().map(Finding::getRule).distinct().toList());
        }
        for (Finding finding : findings) {
            if (failAs == NO_AS && finding.hasAsn()) {
                failAs = Integer.toUnsignedLong(finding.getAsn());
            }
        }
    }
}
