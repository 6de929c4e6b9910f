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

    /** Ends the spans of the calling thread, whose verdicts are committed. */
    public void onCommit() {
        if (tracer.isOn()) {
            uncommitted.end();
        }
    }

    /** Fails the spans of the calling thread, whose verdicts are aborted. Their records are processed again. */
    public void onAbort() {
        if (tracer.isOn()) {
            uncommitted.fail();
        }
    }
}
