// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** The started parts of a run. The parts are closed in reverse order, also after a failed start. */
final class OpenParts implements AutoCloseable {
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    /** Adds a part and returns it. */
    <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }

    @Override
    public void close() throws IOException {
        IOException failed = null;
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception e) {
                if (failed == null) {
                    failed = new IOException("a part of the run could not be closed", e);
                } else {
                    failed.addSuppressed(e);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }
}
