// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.rtr.CacheResponse;
import org.pathproof.wire.rtr.EndOfData;
import org.pathproof.wire.rtr.RtrCodec;
import org.pathproof.wire.rtr.RtrPdu;

/**
 * The sending side of a router's connection, which sends pieces of 64 KiB. A Serial Notify never interrupts a response.
 * The server's timer checks the rate at which the router reads.
 */
final class RtrSender {
    private static final int CHUNK = 1 << 16;
    private static final long NOT_SENDING = Long.MIN_VALUE;

    private final OutputStream out;
    private final ReentrantLock sending = new ReentrantLock();
    private final AtomicLong answerBytes = new AtomicLong();
    private volatile long writingSince = NOT_SENDING;
    private volatile long answeringSince = NOT_SENDING;

    RtrSender(OutputStream out) {
        this.out = out;
    }

    /** Sends one PDU and waits until the router accepts it. */
    void send(RtrPdu pdu) throws IOException {
        sending.lock();
        try {
            ByteWriter one = new ByteWriter();
            RtrCodec.encode(pdu, one);
            write(one.toArray());
        } finally {
            sending.unlock();
        }
    }

    /** Sends Cache Response, data PDUs, and {@code end}. */
    void answer(EndOfData end, EncodedPdus pdus) throws IOException {
        sending.lock();
        try {
            answerBytes.set(0);
            answeringSince = System.nanoTime();
            ByteWriter pending = new ByteWriter();
            RtrCodec.encode(new CacheResponse(end.version(), end.sessionId()), pending);
            for (byte[] chunk : pdus.chunks()) {
                if (pending.length() + chunk.length < CHUNK) {
                    pending.bytes(chunk);
                } else {
                    write(pending.release().toArray());
                    write(chunk);
                }
            }
            RtrCodec.encode(end, pending);
            write(pending.toArray());
        } finally {
            answeringSince = NOT_SENDING;
            sending.unlock();
        }
    }

    /** Returns true while a PDU or a response is being sent. */
    boolean isBusy() {
        return sending.isLocked();
    }

    /**
     * Returns a description if the router reads too slowly at time {@code now} of {@link System#nanoTime}; otherwise
     * null.
     */
    @Nullable
    String slowness(Duration timeout, long now) {
        long writing = writingSince;
        if (writing != NOT_SENDING && now - writing > timeout.toNanos()) {
            return "the router accepted no data for " + RtrLimits.seconds(timeout);
        }
        long answering = answeringSince;
        if (answering != NOT_SENDING
                && now - answering > timeout.toNanos()
                && answerBytes.get() < (now - answering) / 1_000_000_000 * RtrLimits.MIN_BYTES_PER_SECOND) {
            return "the router reads the answer at less than " + RtrLimits.MIN_BYTES_PER_SECOND + " bytes/s";
        }
        return null;
    }

    private void write(byte[] bytes) throws IOException {
        if (bytes.length == 0) {
            return;
        }
        writingSince = System.nanoTime();
        try {
            out.write(bytes);
            answerBytes.addAndGet(bytes.length);
        } finally {
            writingSince = NOT_SENDING;
        }
    }
}
