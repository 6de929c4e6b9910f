// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.sessions.MemoryBudget;
import org.pathproof.wire.WireError;

/**
 * The BGP messages of a peer that arrived before its Peer Up. The Peer Up has the options for decoding, and the
 * messages are then decoded again. The size in bytes is bounded, for the peer and for all peers together: the oldest
 * messages are dropped first. Published routes of dropped messages stay without session facts until the peer announces
 * them again.
 */
final class Backlog {
    /** A message, with the error of its decoding without the OPENs; null for none. */
    record Entry(PeerMessage message, @Nullable WireError error) {}

    private final long maxBytes;
    private final MemoryBudget budget;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private long bytes;

    Backlog(long maxBytes, MemoryBudget budget) {
        this.maxBytes = maxBytes;
        this.budget = budget;
    }

    /** Adds a message. Returns the messages that were dropped to make room. */
    List<Entry> add(Entry entry) {
        List<Entry> dropped = new ArrayList<>();
        int length = entry.message().bgp().length();
        while (bytes + length > maxBytes || !budget.take(length)) {
            if (entries.isEmpty()) {
                dropped.add(entry);
                return dropped;
            }
            dropped.add(removeOldest());
        }
        entries.add(entry);
        bytes += length;
        return dropped;
    }

    private Entry removeOldest() {
        Entry oldest = entries.remove();
        int length = oldest.message().bgp().length();
        bytes -= length;
        budget.give(length);
        return oldest;
    }

    /** Removes and returns all messages, the oldest first. */
    List<Entry> drain() {
        List<Entry> all = List.copyOf(entries);
        entries.clear();
        budget.give(bytes);
        bytes = 0;
        return all;
    }
}
