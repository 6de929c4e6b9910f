// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The contents that this replica has served, by serial. Removes the least recently used contents when all contents
 * together exceed a limit in bytes. Thread-safe.
 */
final class ExportHistory {
    private final long maxBytes;
    private final Map<String, ExportContent> contents = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    ExportHistory(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    synchronized void add(ExportContent content) {
        if (contents.putIfAbsent(content.serial(), content) != null) {
            return;
        }
        bytes += content.bytes();
        Iterator<ExportContent> eldest = contents.values().iterator();
        while (bytes > maxBytes && eldest.hasNext()) {
            bytes -= eldest.next().bytes();
            eldest.remove();
        }
    }

    /** Returns the content of a serial; empty if this replica does not have it. */
    synchronized Optional<ExportContent> find(String serial) {
        return Optional.ofNullable(contents.get(serial));
    }
}
