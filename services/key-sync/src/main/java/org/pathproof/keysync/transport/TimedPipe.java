// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A bounded pipe of bytes from one thread to another, with a timeout for reads. A full pipe blocks the writer, so that
 * a slow reader slows the peer down.
 */
final class TimedPipe {
    private static final int CAPACITY = 1 << 16;

    private final byte[] ring = new byte[CAPACITY];
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int first;
    private int count;
    private boolean ended;
    private volatile long timeoutNanos = Long.MAX_VALUE;

    void setTimeout(int millis) {
        timeoutNanos = TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Ends the stream after its pending bytes. */
    void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    InputStream source() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                Objects.checkFromIndexSize(offset, length, into.length);
                return length == 0 ? 0 : take(into, offset, length);
            }
        };
    }

    OutputStream sink() {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                write(new byte[] {(byte) value}, 0, 1);
            }

            @Override
            public void write(byte[] from, int offset, int length) throws IOException {
                Objects.checkFromIndexSize(offset, length, from.length);
                put(from, offset, length);
            }

            @Override
            public void close() {
                end();
            }
        };
    }

    private int take(byte[] into, int offset, int length) throws IOException {
        lock.lock();
        try {
            long left = timeoutNanos;
            while (count == 0) {
                if (ended) {
                    return -1;
                }
                if (left <= 0) {
                    throw new SocketTimeoutException("no byte arrived in time");
                }
                left = changed.awaitNanos(left);
            }
            int taken = Math.min(length, count);
            for (int i = 0; i < taken; i++) {
                into[offset + i] = ring[(first + i) % CAPACITY];
            }
            first = (first + taken) % CAPACITY;
            count -= taken;
            changed.signalAll();
            return taken;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for bytes");
        } finally {
            lock.unlock();
        }
    }

    private void put(byte[] from, int offset, int length) throws IOException {
        lock.lock();
        try {
            for (int i = 0; i < length; i++) {
                while (count == CAPACITY && !ended) {
                    changed.signalAll();
                    changed.await();
                }
                if (ended) {
                    throw new IOException("the pipe is closed");
                }
                ring[(first + count++) % CAPACITY] = from[offset + i];
            }
            changed.signalAll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the pipe was full");
        } finally {
            lock.unlock();
        }
    }
}
