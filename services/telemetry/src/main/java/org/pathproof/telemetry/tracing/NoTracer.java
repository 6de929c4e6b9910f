// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import org.jspecify.annotations.Nullable;

/** Traces no route. */
final class NoTracer implements RouteTracer {
    @Override
    public boolean isOn() {
        return false;
    }

    @Override
    public @Nullable RouteSpan start(String name, byte[] key, long startMicros) {
        return null;
    }

    @Override
    public @Nullable TraceContext continued(byte @Nullable [] header) {
        return null;
    }

    @Override
    public RouteSpan child(String name, TraceContext parent, long startMicros) {
        throw new IllegalStateException("no trace was started");
    }

    @Override
    public @Nullable RouteSpan further(String name, TraceContext parent, long startMicros) {
        return null;
    }

    @Override
    public void close() {
        // There is nothing to export.
    }
}
