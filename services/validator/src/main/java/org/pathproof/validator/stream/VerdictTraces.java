// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import org.pathproof.telemetry.tracing.RouteTracer;
import org.pathproof.telemetry.tracing.RouteTracers;

/**
 * The traces of the validator. Ends the span of a verdict when the transaction with the verdict is committed: readers
 * see the verdict only then. Safe for use by several stream threads, each with its own transaction.
 */
public final class VerdictTraces {
    /** Traces no route. */
    public static final VerdictTraces OFF = new VerdictTraces(RouteTracers.OFF);

    private final RouteTracer tracer;
    private final UncommittedSpans uncommitted = new UncommittedSpans();

    public VerdictTraces(RouteTracer tracer) {
        this.tracer = tracer;
    }

    /** Returns the traces of one task. */
    TaskTraces ofTask() {
        return new TaskTraces(tracer, uncommitted);
    }

    /** Records that the verdicts of the calling thread are committed. */
    public void committed() {
        if (tracer.isOn()) {
            uncommitted.committed();
        }
    }

    /** Records that the uncommitted verdicts of the calling thread are aborted. Their records are processed again. */
    public void aborted() {
        if (tracer.isOn()) {
            uncommitted.aborted();
        }
    }
}
