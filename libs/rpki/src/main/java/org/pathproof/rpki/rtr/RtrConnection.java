// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rtr.CacheReset;
import org.pathproof.wire.rtr.CacheResponse;
import org.pathproof.wire.rtr.EndOfData;
import org.pathproof.wire.rtr.RtrCodec;
import org.pathproof.wire.rtr.RtrError;
import org.pathproof.wire.rtr.RtrFramer;
import org.pathproof.wire.rtr.RtrPdu;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One router's connection: reads its queries on a virtual thread, and sends answers and, from the server's clock, Serial Notifies. */
final class RtrConnection {
    private static final Logger log = LoggerFactory.getLogger(RtrConnection.class);
    private static final int CHUNK = 1 << 16;

    private final Socket socket;
    private final String router;
    private final RtrServerSettings settings;
    private final RtrServerSession session;
    private final Supplier<@Nullable RtrView> view;
    private final RtrServerListener listener;
    private final Instant since = Instant.now();
    private final ReentrantLock sending = new ReentrantLock();
    private volatile @Nullable Instant sendingSince;
    private volatile @Nullable Long serial;
    private volatile boolean askedTooEarly;
    private Instant lastNotify = Instant.EPOCH;
    private volatile String ending = "the router closed the connection";

    RtrConnection(
            Socket socket, RtrServerSettings settings, Supplier<@Nullable RtrView> view, RtrServerListener listener) {
        this.socket = socket;
        this.router = socket.getRemoteSocketAddress().toString().replaceFirst("^.*/", "");
        this.settings = settings;
        this.session = new RtrServerSession(settings.ruleFor(socket.getInetAddress()));
        this.view = view;
        this.listener = listener;
    }

    RtrRouter router() {
        return new RtrRouter(router, session.version().orElse(-1), since, serial);
    }

    /** Serves until the connection ends. */
    void serve() {
        listener.opened(router);
        try (socket) {
            socket.setSoTimeout(Math.clamp(settings.idleTimeout().toMillis(), 1, Integer.MAX_VALUE));
            RtrPduReader reader = new RtrPduReader(socket.getInputStream(), RtrFramer.DEFAULT_MAX_LENGTH);
            boolean open = true;
            while (open) {
                Decoded<RtrPdu> pdu = reader.next();
                if (pdu == null) {
                    break;
                }
                open = answer(
                        switch (pdu) {
                            case Decoded.Ok<RtrPdu>(RtrPdu value) -> session.received(value, view.get());
                            case Decoded.Damaged<RtrPdu>(var error, var octets) -> session.damaged(error, octets);
                        });
            }
        } catch (SocketTimeoutException e) {
            ending = "the router said nothing for " + settings.idleTimeout();
        } catch (IOException e) {
            ending = ending.startsWith("cut off") ? ending : "connection lost: " + e.getMessage();
        } finally {
            log.info("RTR router {}: {}", router, ending);
            listener.closed(router, ending);
        }
    }

    /**
     * Sends a Serial Notify when one is due (RFC 8210 section 8.2); also to a router that asked before there were data, which would ask
     * again only after its Retry Interval (section 8.4). Never waits for the router.
     */
    void notify(RtrView current, Instant now) {
        Instant stuck = sendingSince;
        if (stuck != null && stuck.plus(settings.sendTimeout()).isBefore(now)) {
            cutOff("cut off: it did not take what was sent for " + settings.sendTimeout());
            return;
        }
        Long known = serial;
        if ((known == null
                        ? !askedTooEarly
                        : known == current.versions().current().serial().toLong())
                || now.isBefore(lastNotify.plus(settings.notifyInterval()))
                || !sending.tryLock()) {
            return;
        }
        try {
            lastNotify = now;
            session.notification(current)
                    .ifPresent(pdu ->
                            Thread.ofVirtual().name("rtr-notify-" + router).start(() -> sendQuietly(pdu)));
        } finally {
            sending.unlock();
        }
    }

    void cutOff(String why) {
        ending = why;
        try {
            socket.close();
        } catch (IOException e) {
            log.debug("Closing {}", socket, e);
        }
    }

    /** Whether the session goes on. */
    private boolean answer(RtrServerSession.Answer answer) throws IOException {
        int version = session.version().orElse(0);
        switch (answer) {
            case RtrServerSession.Answer.Whole(RtrView what) -> {
                RpkiSet set = what.versions().current();
                List<RpkiObject> objects = PayloadOrder.whole(set, what.vrps(), version, session.routerKeys());
                send(version, what, objects.size(), i -> PayloadOrder.pdu(objects.get(i), true, version));
                listener.answered(router, version, objects.size(), true);
            }
            case RtrServerSession.Answer.Changes(RtrView what, var delta) -> {
                List<RtrPdu> pdus = PayloadOrder.change(delta, version, session.routerKeys());
                send(version, what, pdus.size(), pdus::get);
                listener.answered(router, version, pdus.size(), false);
            }
            case RtrServerSession.Answer.Reset() -> send(new CacheReset(version));
            case RtrServerSession.Answer.Refuse(var error, var report, boolean fatal) -> {
                send(report);
                askedTooEarly = error == RtrError.NO_DATA_AVAILABLE;
                listener.refused(router, error.words());
                if (fatal) {
                    ending = "refused: " + error.words() + ": " + report.text();
                    return false;
                }
            }
            case RtrServerSession.Answer.Reported(var report) -> {
                listener.reported(router, report.code(), report.text());
                ending = "the router reports error " + report.code() + " " + report.text();
                return false;
            }
        }
        return true;
    }

    private void send(int version, RtrView what, int count, IntFunction<RtrPdu> pdus) throws IOException {
        int sessionId = what.sessionId(version);
        long to = what.versions().current().serial().toLong();
        sending.lock();
        try {
            OutputStream out = socket.getOutputStream();
            ByteWriter chunk = new ByteWriter(CHUNK + 1024);
            RtrCodec.encode(new CacheResponse(version, sessionId), chunk);
            for (int i = 0; i < count; i++) {
                RtrCodec.encode(pdus.apply(i), chunk);
                if (chunk.length() >= CHUNK) {
                    write(out, chunk);
                    chunk = new ByteWriter(CHUNK + 1024);
                }
            }
            EndOfData end = new EndOfData(
                    version,
                    sessionId,
                    to,
                    version == 0 ? null : settings.timing().toPdu());
            RtrCodec.encode(end, chunk);
            write(out, chunk);
            serial = to;
            askedTooEarly = false;
        } finally {
            sending.unlock();
        }
    }

    private void send(RtrPdu pdu) throws IOException {
        sending.lock();
        try {
            ByteWriter one = new ByteWriter();
            RtrCodec.encode(pdu, one);
            write(socket.getOutputStream(), one);
        } finally {
            sending.unlock();
        }
    }

    private void sendQuietly(RtrPdu pdu) {
        try {
            send(pdu);
        } catch (IOException e) {
            log.debug("RTR router {}: {} not sent", router, pdu.typeName(), e);
        }
    }

    private void write(OutputStream out, ByteWriter chunk) throws IOException {
        sendingSince = Instant.now();
        out.write(chunk.toArray());
        sendingSince = null;
    }
}
