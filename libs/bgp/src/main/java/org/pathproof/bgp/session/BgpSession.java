// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgp.NegotiatedSession;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.KeepAlive;
import org.pathproof.wire.bgp.Notification;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bgp.UnknownMessage;

/**
 * The state machine of one neighbor (RFC 4271 section 8). A method that reports an event or changes the state returns
 * the actions that follow. Times are nanoseconds of a monotonic clock. Events of closed connections have no effect. Not
 * thread-safe.
 */
public final class BgpSession {
    /** Hold Time until the neighbor's OPEN is accepted (RFC 4271 section 8.2.2). */
    static final Duration OPEN_HOLD_TIME = Duration.ofMinutes(4);

    /** Actions of the event that is being handled. */
    private final List<SessionAction> out = new ArrayList<>();

    private final SessionSettings settings;
    private final RandomGenerator random;
    private final Reconnection reconnection;
    /** Open connections: at most one with the neighbor's OPEN, and at most one without it in each direction. */
    private final List<Connection> connections = new ArrayList<>(3);

    /** True until the first session with the neighbor: the Restart State flag (RFC 4724 section 3). */
    private boolean restarted = true;

    private @Nullable String lastError;

    /** @param random source of jitter */
    public BgpSession(SessionSettings settings, RandomGenerator random) {
        this.settings = settings;
        this.random = random;
        this.reconnection = new Reconnection(settings, random, out);
    }

    /**
     * Returns the state of the connection with the most progress. Without connections, returns the state of the
     * attempts to connect.
     */
    public BgpState state() {
        return connections.stream()
                .map(connection -> connection.state)
                .max(Comparator.naturalOrder())
                .orElseGet(reconnection::state);
    }

    /** Returns the reason of the last failure, until the next session is established. */
    public Optional<String> lastError() {
        return Optional.ofNullable(lastError);
    }

    /** Returns the encoding of the next message on a connection. */
    public BgpSessionOptions receiving(int connection) {
        Connection known = find(connection);
        return known == null ? BgpSessionOptions.DEFAULT : known.receiving();
    }

    /** Returns the nanoseconds until {@link #tick} is due, or {@code atMost} if no timer is due earlier. */
    public long untilTick(long now, long atMost) {
        long least = reconnection.remaining(now, atMost);
        for (Connection connection : connections) {
            least = connection.remaining(now, least);
        }
        return least;
    }

    /** Starts to connect, and to accept connections. */
    public List<SessionAction> start(long now) {
        reconnection.start(now);
        return taken();
    }

    /**
     * Ends every connection and stays idle until {@link #start}.
     *
     * @param text Shutdown Communication for the neighbor (RFC 9003), or empty
     */
    public List<SessionAction> stop(StopReason reason, String text, long now) {
        for (Connection connection : List.copyOf(connections)) {
            FinalNotification.of(connection, reason, text).ifPresent(message -> send(connection, message));
            close(connection, "stopped" + (text.isEmpty() ? "" : ": " + text), false, now);
        }
        reconnection.stop();
        return taken();
    }

    /** Ends every connection with Administrative Reset, and connects again after the shortest delay. */
    public List<SessionAction> reset(String text, long now) {
        reconnection.forgive();
        for (Connection connection : List.copyOf(connections)) {
            send(connection, Notifications.cease(Notifications.ADMINISTRATIVE_RESET, text));
            close(connection, "reset by the operator", false, now);
        }
        return taken();
    }

    /**
     * Reports a new TCP connection.
     *
     * @param id number of the connection, never used before
     */
    public List<SessionAction> connected(int id, Direction direction, InetAddress local, InetAddress peer, long now) {
        Open open = OpenExchange.open(settings, restarted);
        Connection connection = new Connection(id, direction, local, peer, open, now);
        reconnection.onConnect(direction);
        if (!reconnection.isOpen()) {
            return refused(connection, Notifications.CONNECTION_REJECTED, "stopped, or waiting after an error");
        }
        if (Collision.refusesNewer(connections, connection)) {
            return refused(connection, Notifications.CONNECTION_COLLISION, "another connection is open");
        }
        List<Connection> others = List.copyOf(connections);
        connections.add(connection);
        for (Connection other : others) {
            if (other.direction == direction && other.state == BgpState.OPEN_SENT) { // the new one replaces it
                collide(other, now);
            }
        }
        connection.hold.setIn(OPEN_HOLD_TIME, now);
        send(connection, connection.sent);
        return taken();
    }

    /** Reports that the TCP connection of {@link SessionAction.Connect} could not be opened. */
    public List<SessionAction> connectFailed(String why, long now) {
        if (reconnection.failed()) {
            handleAttemptFailure(why, now);
        }
        return taken();
    }

    /** Reports that a connection from the neighbor failed before it was open. Own attempts to connect go on. */
    public List<SessionAction> acceptFailed(String why) {
        if (connections.isEmpty()) {
            lastError = why;
        }
        return taken();
    }

    /** Reports that a connection was lost or closed by the neighbor. */
    public List<SessionAction> closed(int id, String why, long now) {
        Connection connection = find(id);
        if (connection != null) {
            remove(connection, why, now);
        }
        return taken();
    }

    /**
     * Reports that bytes of a connection were sent, or that bytes begin to wait (RFC 9687).
     *
     * @param pending true when bytes wait
     */
    public List<SessionAction> sent(int id, boolean pending, long now) {
        Connection connection = find(id);
        if (connection != null) {
            connection.startSendHold(pending, settings, now);
        }
        return taken();
    }

    /** Reports bytes that do not form a valid message. */
    public List<SessionAction> damaged(int id, WireError error, Bytes bytes, long now) {
        Connection connection = find(id);
        if (connection != null) {
            String why = "the neighbor sent a malformed message: " + error.where() + ": " + error.message();
            if (error.where().startsWith("NOTIFICATION")) { // a NOTIFICATION is never answered with another one
                close(connection, why, false, now);
            } else {
                fail(connection, Notifications.of(error, bytes), why, now);
            }
        }
        return taken();
    }

    /** Reports a message. */
    public List<SessionAction> received(int id, BgpMessage message, long now) {
        Connection connection = find(id);
        if (connection != null) {
            switch (message) {
                case Notification notification ->
                    close(connection, "the neighbor sent " + Notifications.describe(notification), false, now);
                case UnknownMessage(int type, Bytes body)
                when type != BgpMessage.TYPE_ROUTE_REFRESH ->
                    fail(connection, Notifications.badType(type), "unknown message type " + type, now);
                case Open open when connection.state == BgpState.OPEN_SENT -> onOpen(connection, open, now);
                case KeepAlive() when connection.state == BgpState.OPEN_CONFIRM -> establish(connection, now);
                default -> onExchange(connection, message, now);
            }
        }
        return taken();
    }

    /** Reports that time has passed. */
    public List<SessionAction> tick(long now) {
        for (Connection connection : List.copyOf(connections)) {
            if (connection.sendHold.isDue(now)) {
                close(connection, "Send Hold Timer Expired 8/0: the neighbor does not read", true, now);
            } else if (connection.hold.isDue(now)) {
                fail(
                        connection,
                        Notifications.of(Notifications.HOLD_TIMER_EXPIRED, 0),
                        "Hold Timer Expired 4/0: no message from the neighbor",
                        now);
            } else if (connection.keepAlive.isDue(now)) {
                send(connection, new KeepAlive());
                connection.startKeepAlive(random, now);
            }
        }
        if (reconnection.tick(!connections.isEmpty(), now)) {
            handleAttemptFailure("no TCP connection within " + Reconnection.CONNECT_TIME.toSeconds() + " s", now);
        }
        return taken();
    }

    private void onOpen(Connection connection, Open open, long now) {
        switch (OpenExchange.negotiate(settings, connection.sent, open, connection.local, connection.peer)) {
            case OpenExchange.Result.Refused(Notification notification, String why) ->
                fail(connection, notification, why, now);
            case OpenExchange.Result.Accepted(NegotiatedSession session) -> {
                List<Connection> losers = Collision.losers(connections, connection, session);
                losers.forEach(loser -> collide(loser, now));
                if (!losers.contains(connection)) {
                    connection.session = session;
                    connection.state = BgpState.OPEN_CONFIRM;
                    connection.startHold(now);
                    connection.startKeepAlive(random, now);
                    send(connection, new KeepAlive());
                }
            }
        }
    }

    private void establish(Connection connection, long now) {
        NegotiatedSession session = Objects.requireNonNull(connection.session);
        connection.state = BgpState.ESTABLISHED;
        connection.establishedAt = now;
        connection.startHold(now);
        restarted = false;
        lastError = null;
        out.add(new SessionAction.Established(connection.id, session));
    }

    private void onExchange(Connection connection, BgpMessage message, long now) {
        NegotiatedSession session = connection.session;
        if (connection.state != BgpState.ESTABLISHED || session == null || message instanceof Open) {
            String why = "a message of type " + message.type() + " in state " + connection.state;
            fail(connection, Notifications.unexpected(connection.state), why, now);
            return;
        }
        connection.startHold(now);
        Notification error = Established.handle(session, message, out);
        if (error != null) {
            fail(connection, error, "the neighbor sent a malformed message: " + error.description(), now);
        }
    }

    private void handleAttemptFailure(String why, long now) {
        if (connections.isEmpty()) {
            lastError = why;
            reconnection.onDisconnect(now);
        }
    }

    private void collide(Connection loser, long now) {
        if (loser.state == BgpState.ESTABLISHED) {
            close(loser, "the neighbor has restarted and connects again", false, now);
        } else {
            send(loser, Notifications.of(Notifications.CEASE, Notifications.CONNECTION_COLLISION));
            close(loser, "Connection Collision Resolution 6/7", false, now);
        }
    }

    /** Refuses a connection that was not added. */
    private List<SessionAction> refused(Connection connection, int subcode, String why) {
        send(connection, Notifications.of(Notifications.CEASE, subcode));
        out.add(new SessionAction.Close(connection.id, why, false));
        return taken();
    }

    /**
     * Ends a connection because of an error of the neighbor. If it was the only connection, new ones are refused during
     * the back-off delay, except after an expired Hold Timer.
     */
    private void fail(Connection connection, Notification notification, String why, long now) {
        send(connection, notification);
        close(connection, why, false, now);
        if (notification.errorCode() != Notifications.HOLD_TIMER_EXPIRED && connections.isEmpty()) {
            reconnection.hold();
        }
    }

    private void close(Connection connection, String why, boolean abort, long now) {
        out.add(new SessionAction.Close(connection.id, why, abort));
        remove(connection, why, now);
    }

    private void remove(Connection connection, String why, long now) {
        connections.remove(connection);
        if (connection.state == BgpState.ESTABLISHED) {
            if (now - connection.establishedAt >= settings.connectRetryMax().toNanos()) {
                reconnection.forgive();
            }
            out.add(new SessionAction.Down(why));
        }
        handleAttemptFailure(why, now);
    }

    private void send(Connection connection, BgpMessage message) {
        out.add(new SessionAction.Send(connection.id, message));
    }

    private @Nullable Connection find(int id) {
        for (Connection connection : connections) {
            if (connection.id == id) {
                return connection;
            }
        }
        return null;
    }

    private List<SessionAction> taken() {
        List<SessionAction> actions = List.copyOf(out);
        out.clear();
        return actions;
    }
}
