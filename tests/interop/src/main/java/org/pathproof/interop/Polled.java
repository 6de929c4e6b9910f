// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.util.Set;
import java.util.function.Supplier;

/** A router whose objects are read by a command. */
final class Polled implements Router {
    private final AutoCloseable program;
    private final Supplier<Set<String>> data;

    Polled(AutoCloseable program, Supplier<Set<String>> data) {
        this.program = program;
        this.data = data;
    }

    @Override
    public Set<String> data() {
        return data.get();
    }

    @Override
    public void close() {
        try {
            program.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
