// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.rtr.CacheReset;
import org.pathproof.wire.rtr.EndOfData;
import org.pathproof.wire.rtr.RtrError;
import org.pathproof.wire.rtr.RtrFramer;
import org.pathproof.wire.rtr.RtrPdu;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A router's connection. A virtual thread reads its queries and sends responses. The server's timer sends Serial
 * Notifies and ends connections that exceed a limit. The timer aborts the connection, because closing TLS would wait
 * for a peer that does not read.
 */
final class RtrConnection {
    private static final Logger log = LoggerFactory.getLogger(RtrConnection.class);
    /** Buffer in bytes. A query has 12 bytes at most. */
    private static final int READ_BUFFER = 256;

    private static final int LINGER_MILLIS = 1000;

    private final RtrAcceptor.Connection link;
    private final String router;
    private final RtrServerSettings settings;
    private final RtrServerSession session;
    private final RtrHistory history;
    private final RtrServerListener listener;
    private final Instant since = Instant.now();
    private final long begunNanos = System.nanoTime();
    private volatile long heardNanos = begunNanos;
    private volatile boolean queried;
    private volatile @Nullable RtrPduReader reader;
    private volatile @Nullable RtrSender sender;
    private volatile @Nullable Sent sent;
    /** True from a Cache Reset until the next complete response. */
    private volatile boolean hasToReset;

    private volatile boolean askedTooEarly;
    private Instant lastNotify = Instant.EPOCH;
    private volatile @Nullable String cut;

    /** Session id and serial of the last End of Data. */
    private record Sent(int sessionId, long serial) {}

    RtrConnection(
            RtrAcceptor.Connection link, RtrServerSettings settings, RtrHistory history, RtrServerListener listener) {
        this.link = link;
        this.router = name(link.router());
        this.settings = settings;
        this.session = new RtrServerSession(settings.contentFor(link.router().getAddress()));
        this.history = history;
        this.listener = listener;
    }

    /** Returns address and port as text, without a host name. */
    static String name(InetSocketAddress address) {
        return address.toString().replaceFirst("^.*/", "");
    }

    /** Counts and logs a router that failed to authenticate. */
    static void reportAuthenticationFailure(
            RtrServerListener listener, RtrServerSettings settings, String router, String why) {
        listener.onLimit(router, RtrLimits.Kind.AUTHENTICATION);
        log.warn(
                getMarker("rtr-router-unauthenticated"),
                "RTR router failed to authenticate: listener={} router={} reason=\"{}\"",
                name(settings.bind()),
                router,
                why);
    }

    RtrRouter router() {
        Sent last = sent;
        return new RtrRouter(router, session.version().orElse(-1), since, last == null ? null : last.serial());
    }

    /** Serves until the connection ends. */
    void serve() {
        listener.onOpen(router);
        String ending;
        try (link) {
            ending = authenticated() ? converse() : "the router failed to authenticate";
        } catch (IOException e) {
            if (e.getCause() instanceof CertificateException) {
                listener.onLimit(router, RtrLimits.Kind.CERTIFICATE);
            }
            ending = "connection lost: " + e.getMessage();
        }
        String limit = cut;
        String why = limit == null ? ending : limit;
        log.info("RTR session ended: router={} reason=\"{}\"", router, why);
        listener.onClose(router, why);
    }

    private boolean authenticated() throws IOException {
        try {
            link.secure();
            return true;
        } catch (SSLException e) {
            if (cut == null) {
                reportAuthenticationFailure(listener, settings, router, String.valueOf(e.getMessage()));
            }
            return false;
        }
    }

    /** Answers queries until the session ends, and returns the reason. */
    private String converse() throws IOException {
        RtrPduReader pdus = new RtrPduReader(link.input(), RtrFramer.DEFAULT_MAX_LENGTH, READ_BUFFER);
        reader = pdus;
        sender = new RtrSender(link.output());
        while (true) {
            Decoded<RtrPdu> pdu = pdus.next();
            if (pdu == null) {
                return pdus.hasPart()
                        ? "the router closed the connection within a PDU"
                        : "the router closed the connection";
            }
            queried = true;
            heardNanos = System.nanoTime();
            String end = answer(
                    switch (pdu) {
                        case Decoded.Ok<RtrPdu>(RtrPdu value) -> session.received(value, history.view(), isExpired());
                        case Decoded.Damaged<RtrPdu>(var error, var bytes) -> session.damaged(error, bytes);
                    });
            heardNanos = System.nanoTime();
            if (end != null) {
                linger();
                return end;
            }
        }
    }

    /**
     * Continues to read for a moment after the last PDU, because closing with unread bytes would reset the connection
     * and lose the Error Report.
     */
    private void linger() throws IOException {
        link.setReadTimeout(LINGER_MILLIS);
        link.shutdownOutput();
        byte[] rest = new byte[READ_BUFFER];
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LINGER_MILLIS);
        try {
            while (System.nanoTime() < end && link.input().read(rest) >= 0) {
                log.trace("RTR router still sends after the end of the session: router={}", router);
            }
        } catch (IOException e) {
            log.trace("RTR router keeps the connection open: router={}", router, e);
        }
    }

    /** Closes the connection and returns false if it exceeds a limit. Does not block. */
    boolean isWithinLimits() {
        if (cut != null) {
            return false;
        }
        RtrLimits limits = settings.limits();
        long now = System.nanoTime();
        RtrPduReader pdus = reader;
        Long partSince = pdus == null ? null : pdus.incompleteSince();
        RtrSender to = sender;
        String slowness = to == null ? null : to.slowness(limits.sendTimeout(), now);
        if (slowness != null) {
            return limited(RtrLimits.Kind.SLOW_READER, slowness);
        }
        if (!queried && past(begunNanos, limits.pduTimeout(), now)) {
            return limited(
                    RtrLimits.Kind.FIRST_QUERY,
                    "no complete query arrived within " + RtrLimits.seconds(limits.pduTimeout()) + " of connecting");
        }
        if (partSince != null && past(partSince, limits.pduTimeout(), now)) {
            return limited(
                    RtrLimits.Kind.HALF_PDU,
                    "a PDU was not complete " + RtrLimits.seconds(limits.pduTimeout()) + " after its first byte");
        }
        if ((to == null || !to.isBusy()) && past(heardNanos, limits.idleTimeout(), now)) {
            return limited(RtrLimits.Kind.IDLE, "the router was silent for " + RtrLimits.seconds(limits.idleTimeout()));
        }
        return true;
    }

    private static boolean past(long since, Duration limit, long now) {
        return now - since > limit.toNanos();
    }

    private boolean limited(RtrLimits.Kind limit, String why) {
        listener.onLimit(router, limit);
        disconnect("disconnected: " + why);
        return false;
    }

    /**
     * Sends a Serial Notify when one is due (RFC 8210 section 8.2). A router that queried before there was data also
     * receives one, because it would otherwise wait for its Retry Interval (section 8.4). Does not block.
     *
     * <p>After the data have expired, a router that has data receives one, to withdraw them.
     *
     * <p>A router that was answered with Cache Reset receives none. BIRD 2.0 would send the same Serial Query again and
     * restart its retry timer, so that it never sends its Reset Query.
     */
    void notify(RtrView current, Instant now) {
        Sent known = sent;
        RtrSender to = sender;
        boolean expired = isExpired();
        if ((known == null ? !askedTooEarly || expired : hasToReset || known.equals(newest(current, expired)))
                || now.isBefore(lastNotify.plus(settings.notifyInterval()))
                || to == null
                || to.isBusy()) {
            return;
        }
        lastNotify = now;
        session.notification(current, expired)
                .ifPresent(
                        pdu -> Thread.ofVirtual().name("rtr-notify-" + router).start(() -> sendQuietly(pdu)));
    }

    private Sent newest(RtrView view, boolean withdrawn) {
        return new Sent(session.sessionId(view), RtrServerSession.serial(view, withdrawn));
    }

    /** Returns the time until the router's data expire; null for never, also if the settings say so. */
    private @Nullable Duration remaining() {
        return settings.servesExpired() ? null : history.remaining();
    }

    private boolean isExpired() {
        Duration remaining = remaining();
        return remaining != null && !remaining.isPositive();
    }

    void disconnect(String why) {
        cut = why;
        link.abort();
    }

    /** Sends a response. Returns the reason to end the session, or null if it continues. */
    private @Nullable String answer(RtrServerSession.Answer answer) throws IOException {
        int version = session.version().orElse(0);
        return switch (answer) {
            case RtrServerSession.Answer.Whole(RtrView what) -> {
                send(version, what, what.whole(version, session.content()), true);
                yield null;
            }
            case RtrServerSession.Answer.Withdrawal(RtrView what) -> {
                sendWithdrawal(version, what);
                yield null;
            }
            case RtrServerSession.Answer.Changes(RtrView what, var delta) -> {
                List<RtrPdu> pdus = PayloadOrder.change(delta, version, session.content());
                send(version, what, EncodedPdus.of(pdus.size(), pdus::get), false);
                yield null;
            }
            case RtrServerSession.Answer.Reset() -> {
                hasToReset = true;
                send(new CacheReset(version));
                yield null;
            }
            case RtrServerSession.Answer.Refuse(var error, var report, boolean fatal) -> {
                send(report);
                askedTooEarly = error == RtrError.NO_DATA_AVAILABLE;
                listener.onErrorReportSent(router, error.registryName());
                yield fatal ? "refused: " + error.registryName() + ": " + report.text() : null;
            }
            case RtrServerSession.Answer.Reported(var report) -> {
                listener.onErrorReportReceived(router, report.code(), report.text());
                yield "the router reports error " + report.code() + " " + report.text();
            }
            case RtrServerSession.Answer.Drop(String why) -> why;
        };
    }

    private void send(int version, RtrView what, EncodedPdus pdus, boolean whole) throws IOException {
        respond(version, newest(what, false), settings.timing().limitedTo(remaining()), pdus, whole);
    }

    /** Withdraws everything. The router queries again after its Retry Interval, as after No Data Available. */
    private void sendWithdrawal(int version, RtrView what) throws IOException {
        RtrTiming timing = settings.timing();
        Duration retry = timing.retry().compareTo(timing.refresh()) < 0 ? timing.retry() : timing.refresh();
        respond(
                version,
                newest(what, true),
                new RtrTiming(retry, retry, timing.expire()),
                what.withdrawal(version, session.content()),
                false);
    }

    private void respond(int version, Sent to, RtrTiming timing, EncodedPdus pdus, boolean whole) throws IOException {
        EndOfData end = new EndOfData(version, to.sessionId(), to.serial(), version == 0 ? null : timing.toPdu());
        Objects.requireNonNull(sender).answer(end, pdus);
        sent = to;
        askedTooEarly = false;
        hasToReset = false;
        listener.onResponse(router, version, pdus.count(), whole);
    }

    private void send(RtrPdu pdu) throws IOException {
        Objects.requireNonNull(sender).send(pdu);
    }

    private void sendQuietly(RtrPdu pdu) {
        try {
            send(pdu);
        } catch (IOException e) {
            log.debug("RTR PDU not sent: router={} pdu={}", router, pdu.typeName(), e);
        }
    }
}
