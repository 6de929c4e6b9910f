// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Source;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bmp.MonitoringTlvs;
import org.pathproof.wire.bmp.PerPeerHeader;

/**
 * The BGP messages of a peer that came before its Peer Up, to be read again when the Peer Up says what they mean. Bounded by octets: the
 * oldest go first; they have been published without session facts, and stay so until they are announced again.
 */
final class Backlog {
    /** A message, with what was wrong with it as far as could be told without the OPENs. */
    record Entry(
            PerPeerHeader header,
            Bytes bgp,
            MonitoringTlvs tlvs,
            Source source,
            long receivedMicros,
            @Nullable WireError error) {}

    private final long maxBytes;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private long bytes;

    Backlog(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Keeps a message; returns those that had to go for it. */
    List<Entry> add(Entry entry) {
        entries.add(entry);
        bytes += entry.bgp().length();
        List<Entry> dropped = new ArrayList<>();
        while (bytes > maxBytes) {
            Entry oldest = entries.remove();
            bytes -= oldest.bgp().length();
            dropped.add(oldest);
        }
        return dropped;
    }

    /** Everything kept, oldest first; nothing is kept afterwards. */
    List<Entry> drain() {
        List<Entry> all = List.copyOf(entries);
        entries.clear();
        bytes = 0;
        return all;
    }
}
