// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import java.util.concurrent.atomic.LongAdder;

/** Totals of a neighbor since it was added. */
final class Counters {
    final LongAdder messagesSent = new LongAdder();
    final LongAdder bytesSent = new LongAdder();
    final LongAdder messagesReceived = new LongAdder();
    final LongAdder bytesReceived = new LongAdder();
    final LongAdder sessions = new LongAdder();

    void countSent(int length) {
        messagesSent.increment();
        bytesSent.add(length);
    }

    void countReceived(int length) {
        messagesReceived.increment();
        bytesReceived.add(length);
    }
}
