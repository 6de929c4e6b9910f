// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access.http;

import java.nio.ByteBuffer;

/**
 * Finds header fields that continue on a further line (obs-fold, RFC 9112, section 5.2) in the bytes of a connection.
 * Tomcat joins such lines and leaves no trace of them. Bytes between the end of a head and the end of its response are
 * not scanned, because they can be a body. Thread-safe.
 */
final class HeadScanner {
    private enum Line {
        /** Before the first byte of a line. */
        START,
        /** Before the first byte of the request line, which may follow empty lines. */
        FIRST,
        /** Within a line. */
        INSIDE,
        /** After the head. */
        PAST
    }

    private Line line = Line.FIRST;
    private boolean folded;

    /** Scans bytes that were read from the connection. */
    synchronized void scan(ByteBuffer bytes, int from, int to) {
        for (int at = from; at < to && line != Line.PAST; at++) {
            step(bytes.get(at));
        }
    }

    private void step(byte octet) {
        if (octet == '\n') {
            line = line == Line.INSIDE ? Line.START : line == Line.START ? Line.PAST : line;
        } else if (octet != '\r') {
            folded |= line == Line.START && (octet == ' ' || octet == '\t');
            line = Line.INSIDE;
        }
    }

    /** Returns true if a field of the present head was folded. */
    synchronized boolean isFolded() {
        return folded;
    }

    /** Begins with the next head. */
    synchronized void reset() {
        line = Line.FIRST;
        folded = false;
    }
}
