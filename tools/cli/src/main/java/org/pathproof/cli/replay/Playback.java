// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.replay;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.pathproof.captures.pcap.TcpFlow;
import org.pathproof.wire.Bytes;

/** Sends pieces to a collector at a pace, up to a number of bytes, with one connection for each stream. */
final class Playback implements Recording.Player, AutoCloseable {
    private final Target target;
    private final Pace pace;
    private final long limit;
    private final Map<Optional<TcpFlow>, Connection> connections = new HashMap<>();
    private final BlockingQueue<Connection> closed = new LinkedBlockingQueue<>();
    private final long started = System.nanoTime();

    private long firstTimestamp;
    private long bytes;
    private long pieces;

    /** Creates a playback of at most {@code limit} bytes. */
    Playback(Target target, Pace pace, long limit) {
        this.target = target;
        this.pace = pace;
        this.limit = limit;
    }

    @Override
    public boolean play(Recording.Piece piece) {
        if (bytes >= limit) {
            return false;
        }
        Connection connection = connections.computeIfAbsent(piece.flow(), f -> Connection.open(target, closed::add));
        awaitDue(piece.timestampNanos(), connection);
        Bytes sending = piece.bytes().slice(0, (int) Math.min(piece.bytes().length(), limit - bytes));
        connection.send(sending);
        bytes += sending.length();
        pieces++;
        return bytes < limit;
    }

    private void awaitDue(long timestamp, Connection connection) {
        if (timestamp == 0) {
            return;
        }
        if (firstTimestamp == 0) {
            firstTimestamp = timestamp;
        }
        long wait = started + pace.due(timestamp - firstTimestamp) - System.nanoTime();
        if (pace.times().isPresent() && wait > 0) {
            connections.values().forEach(Connection::flush);
            stayOpen(connection, wait);
        }
    }

    /** Sends buffered bytes. */
    void flush() {
        connections.values().forEach(Connection::flush);
    }

    /**
     * Keeps all connections open until the thread is interrupted.
     *
     * @throws CommandFailure as soon as the collector closes a connection
     */
    void hold() {
        flush();
        try {
            throw closed.take().failure("end of stream");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes the sending direction of all connections. */
    void finish() {
        connections.values().forEach(Connection::finish);
    }

    boolean nothingPlayed() {
        return pieces == 0;
    }

    String summary() {
        return "sent " + bytes + " bytes in " + pieces + " pieces to " + target
                + (connections.size() > 1 ? " on " + connections.size() + " connections" : "");
    }

    private static void stayOpen(Connection connection, long nanos) {
        try {
            connection.stayOpen(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        connections.values().forEach(Connection::close);
    }
}
