// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.WireError;

/**
 * The BGP messages of a peer that arrived before its Peer Up. The Peer Up has the options for decoding, and the
 * messages are then decoded again. The size in bytes is bounded: the oldest messages are dropped first. Published
 * routes of dropped messages stay without session facts until the peer announces them again.
 */
final class Backlog {
    /** A message, with the error of its decoding without the OPENs; null for none. */
    record Entry(PeerMessage message, @Nullable WireError error) {}

    private final long maxBytes;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private long bytes;

    Backlog(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Adds a message. Returns the messages that were dropped to make room. */
    List<Entry> add(Entry entry) {
        entries.add(entry);
        bytes += entry.message().bgp().length();
        List<Entry> dropped = new ArrayList<>();
        while (bytes > maxBytes) {
            Entry oldest = entries.remove();
            bytes -= oldest.message().bgp().length();
            dropped.add(oldest);
        }
        return dropped;
    }

    /** Removes and returns all messages, the oldest first. */
    List<Entry> drain() {
        List<Entry> all = List.copyOf(entries);
        entries.clear();
        bytes = 0;
        return all;
    }
}
