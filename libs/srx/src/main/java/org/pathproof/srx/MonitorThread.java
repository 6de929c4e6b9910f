// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.wire.WireError;
import org.pathproof.wire.srx.SrxError;
import org.pathproof.wire.srx.SrxPdu;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of an {@link UpdateMonitor}. Consecutive Verify Requests in the queue are validated in one batch. The
 * connections bound the queue: each connection has at most {@link SrxServerSettings#maxPendingRequests} PDUs in it.
 */
final class MonitorThread implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(MonitorThread.class);
    private static final int MAX_BATCH = 256;

    private sealed interface Event {}

    private record Received(ProxySession proxy, SrxPdu pdu, Runnable done, long at) implements Event {}

    private record Damaged(ProxySession proxy, WireError error) implements Event {}

    private record Disconnected(ProxySession proxy, Runnable done) implements Event {}

    private record RpkiChanged(long at) implements Event {}

    private record ExpiryDue(long at) implements Event {}

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final UpdateMonitor monitor;
    private final Thread thread;
    private final Object changes = new Object();
    private @Nullable RpkiSet latestSet;
    private @Nullable RpkiSet pendingSince;
    private @Nullable RpkiChange pendingChange;
    private final AtomicBoolean expiryQueued = new AtomicBoolean();
    private volatile int updates;
    private volatile boolean full;

    MonitorThread(UpdateMonitor monitor) {
        this.monitor = monitor;
        this.thread = Thread.ofPlatform().name("srx-monitor").daemon(true).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Returns the number of updates in memory. */
    int updates() {
        return updates;
    }

    boolean isFull() {
        return full;
    }

    /** Adds a PDU to the queue. {@code done} is called after the PDU was processed. */
    void onPdu(ProxySession proxy, SrxPdu pdu, Runnable done) {
        events.add(new Received(proxy, pdu, done, System.nanoTime()));
    }

    void onMalformedPdu(ProxySession proxy, WireError error) {
        events.add(new Damaged(proxy, error));
    }

    /** Reports the end of a connection. {@code done} is called after the updates of the proxy were released. */
    void onDisconnect(ProxySession proxy, Runnable done) {
        events.add(new Disconnected(proxy, done));
    }

    /** Adds a change of the RPKI set to the queue. A change that waits in the queue is merged with the new one. */
    void onRpkiChange(RpkiChange change) {
        synchronized (changes) {
            boolean isFirst = pendingChange == null;
            if (isFirst) {
                pendingSince = latestSet;
            }
            pendingChange = isFirst ? change : RpkiSnapshot.change(pendingSince, change.after());
            latestSet = change.after();
            if (isFirst) {
                events.add(new RpkiChanged(System.nanoTime()));
            }
        }
    }

    /** Adds an event to the queue if the RPKI set has expired, or was confirmed, since the last one. */
    void checkExpiry() {
        if (monitor.isExpiryDue() && expiryQueued.compareAndSet(false, true)) {
            events.add(new ExpiryDue(System.nanoTime()));
        }
    }

    @Override
    public void close() {
        closed.countDown();
        thread.interrupt();
    }

    private void run() {
        List<Event> batch = new ArrayList<>();
        try {
            while (closed.getCount() > 0) {
                batch.clear();
                batch.add(events.take());
                processWith(batch);
            }
        } catch (InterruptedException e) {
            log.debug("The SRx monitor ends", e);
        }
    }

    /** Processes the events in the queue on the calling thread. Tests call this method instead of {@link #start}. */
    void processWaiting() {
        while (!events.isEmpty()) {
            processWith(new ArrayList<>());
        }
    }

    private void processWith(List<Event> batch) {
        events.drainTo(batch, MAX_BATCH - batch.size());
        process(batch);
        updates = monitor.updates();
        full = monitor.isFull();
    }

    private void process(List<Event> batch) {
        List<UpdateMonitor.Request> requests = new ArrayList<>();
        List<Runnable> done = new ArrayList<>();
        for (Event event : batch) {
            if (event instanceof Received(ProxySession proxy, SrxPdu.VerifyRequest request, Runnable after, long at)) {
                requests.add(new UpdateMonitor.Request(proxy, request, at));
                done.add(after);
            } else {
                flush(requests, done);
                processSafely(event, () -> process(event));
            }
        }
        flush(requests, done);
    }

    private void flush(List<UpdateMonitor.Request> requests, List<Runnable> done) {
        if (!requests.isEmpty()) {
            try {
                monitor.verify(List.copyOf(requests), Instant.now());
            } catch (RuntimeException e) {
                log.error(getMarker("srx-requests-failed"), "SRx requests failed: count={}", requests.size(), e);
                requests.forEach(request -> request.proxy().fail(SrxError.INTERNAL_ERROR, "internal error"));
            } finally {
                done.forEach(Runnable::run);
                requests.clear();
                done.clear();
            }
        }
    }

    private void processSafely(Event event, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            log.error(
                    getMarker("srx-event-failed"),
                    "SRx event failed: event={}",
                    event.getClass().getSimpleName(),
                    e);
            if (event instanceof Received received) {
                received.proxy().fail(SrxError.INTERNAL_ERROR, "internal error");
            }
        } finally {
            switch (event) {
                case Received received -> received.done().run();
                case ExpiryDue _ -> expiryQueued.set(false);
                case RpkiChanged _ -> log.debug("SRx updates validated under the new RPKI set");
                case Damaged damaged ->
                    log.debug(
                            "SRx bytes refused: proxy={}",
                            damaged.proxy().output().peer());
                case Disconnected gone -> gone.done().run();
            }
        }
    }

    private void process(Event event) {
        switch (event) {
            case Received(ProxySession proxy, SrxPdu pdu, Runnable _, long _) -> process(proxy, pdu);
            case Damaged(ProxySession proxy, WireError error) ->
                proxy.fail(SrxError.INVALID_PACKET, error.where() + ": " + error.message());
            case Disconnected(ProxySession proxy, Runnable _) -> monitor.onDisconnect(proxy, Instant.now());
            case ExpiryDue(long at) -> monitor.onExpiry(at);
            case RpkiChanged(long at) -> takeChange().ifPresent(change -> monitor.onRpkiChange(change, at));
        }
    }

    private Optional<RpkiChange> takeChange() {
        synchronized (changes) {
            Optional<RpkiChange> change = Optional.ofNullable(pendingChange);
            pendingChange = null;
            pendingSince = null;
            return change;
        }
    }

    private void process(ProxySession proxy, SrxPdu pdu) {
        if (proxy.hasEnded()) {
            return;
        }
        if (pdu instanceof SrxPdu.Hello hello) {
            monitor.onHello(proxy, hello);
        } else if (!proxy.isOpen()) {
            proxy.fail(SrxError.INVALID_PACKET, pdu.getClass().getSimpleName() + " before Hello");
        } else {
            switch (pdu) {
                case SrxPdu.DeleteUpdate delete -> monitor.delete(proxy, delete, Instant.now());
                case SrxPdu.Goodbye goodbye -> monitor.onGoodbye(proxy, goodbye);
                case SrxPdu.SignRequest _ ->
                    proxy.output().send(new SrxPdu.ErrorReport(SrxError.ALGORITHM_NOT_SUPPORTED));
                case SrxPdu.PeerChange change ->
                    log.debug(
                            "SRx peer change: proxy={} change={}",
                            proxy.output().peer(),
                            change);
                default ->
                    proxy.fail(
                            SrxError.INVALID_PACKET,
                            pdu.getClass().getSimpleName() + " is a PDU of the server, not of a proxy");
            }
        }
    }
}
