// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;

/**
 * Messages and other objects that a virtual thread handles in order. The thread runs only while there are objects.
 * While the queue is idle, the thread that adds objects may handle objects itself, because the virtual thread sees all
 * its changes, and it sees those of the virtual thread.
 */
final class MessageQueue {
    private final String threadName;
    private final Consumer<Object> handler;
    private final Runnable afterEach;
    private final Queue<Waiting> objects = new ConcurrentLinkedQueue<>();
    private final AtomicLong bytes = new AtomicLong();
    /** The object that the virtual thread handles; null while there is none. */
    private volatile @Nullable Waiting handled;

    /** An object, and the {@link System#nanoTime} at which it was added. */
    private record Waiting(Object object, long sinceNanos) {}

    /** Number of objects in the queue, and of the object that the virtual thread handles. 0 if the thread has ended. */
    private final AtomicInteger pending = new AtomicInteger();

    /**
     * @param handler handles an object; throws nothing
     * @param afterEach runs after an object was handled and its bytes have left the queue
     */
    MessageQueue(String threadName, Consumer<Object> handler, Runnable afterEach) {
        this.threadName = threadName;
        this.handler = handler;
        this.afterEach = afterEach;
    }

    /** Adds an object. One thread adds all objects. */
    void add(Object next) {
        objects.add(new Waiting(next, System.nanoTime()));
        bytes.addAndGet(size(next));
        if (pending.getAndIncrement() == 0) {
            Thread.ofVirtual().name(threadName).start(this::drain);
        }
    }

    /** Returns true if all objects are handled. */
    boolean isIdle() {
        return pending.get() == 0;
    }

    /** Returns true if no object waits for the one that the virtual thread handles. */
    boolean isEmpty() {
        return objects.isEmpty();
    }

    /** Returns the age of the oldest object that is not handled, in nanoseconds; 0 if there is none. */
    long oldestNanos(long nowNanos) {
        Waiting oldest = handled;
        oldest = oldest == null ? objects.peek() : oldest;
        return oldest == null ? 0 : Math.max(0, nowNanos - oldest.sinceNanos());
    }

    /** Returns the bytes of all messages that are not handled. */
    long bytes() {
        return bytes.get();
    }

    private void drain() {
        do {
            Waiting waiting = objects.remove();
            handled = waiting;
            Object next = waiting.object();
            handler.accept(next);
            handled = null;
            bytes.addAndGet(-size(next));
            afterEach.run();
        } while (pending.decrementAndGet() != 0);
    }

    private static long size(Object object) {
        return object instanceof Bytes message ? message.length() : 0;
    }
}
