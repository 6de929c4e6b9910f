// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tcp;

import static org.slf4j.MarkerFactory.getMarker;

import io.netty.channel.Channel;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.pathproof.transport.FileWatch;
import org.pathproof.wire.Prefix;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TCP-AO keys of one setting (master key tuples, RFC 5925 section 3.1), and the owner of these keys in all sockets
 * that follow the setting. The keys are fixed, or come from a file. Changes of the file reach listening sockets and
 * established connections within seconds, without a reset; see {@link AoSocket}. An unusable file is logged, and the
 * keys in force remain. Thread-safe.
 */
public final class TcpAoKeys {
    private static final Logger log = LoggerFactory.getLogger(TcpAoKeys.class);

    private final String purpose;
    private final List<TcpAoKey> fixed;
    private final @Nullable AoKeyFile file;
    private final Set<AoSocket> sockets = ConcurrentHashMap.newKeySet();
    /** Keys that were removed from the file, and that connections may still use. */
    private final Set<TcpAoKey> leaving = new LinkedHashSet<>();

    private String problem = "";
    private boolean watching;

    private TcpAoKeys(String purpose, List<TcpAoKey> fixed, @Nullable AoKeyFile file) {
        this.purpose = purpose;
        this.fixed = fixed;
        this.file = file;
    }

    /**
     * Returns keys that do not change.
     *
     * @throws IllegalArgumentException if two keys exclude each other
     */
    public static TcpAoKeys of(List<TcpAoKey> keys) {
        TcpAoKey.checkTogether(keys);
        return new TcpAoKeys("", List.copyOf(keys), null);
    }

    /**
     * Reads the keys of a setting: a list, or a file.
     *
     * @param purpose use of the keys, such as {@code BMP}; begins all log lines
     * @param texts keys in the form of {@link TcpAoKey#parse}
     * @param file path of a file with a key a line; empty for none
     * @throws IllegalArgumentException if both are set, or one of them is unusable; the message names the file and the
     *     line
     */
    public static TcpAoKeys of(String purpose, List<String> texts, String file) {
        List<TcpAoKey> keys = TcpAoKey.parseAll(texts);
        if (file.isEmpty()) {
            return of(keys);
        }
        if (!keys.isEmpty()) {
            throw new IllegalArgumentException("ao-keys and ao-key-file exclude each other: set one of them");
        }
        return ofFile(purpose, Path.of(file));
    }

    /**
     * Reads keys from a file, which is read again when it changes.
     *
     * @param purpose use of the keys, such as {@code BMP}; begins all log lines
     * @throws IllegalArgumentException if the file is unusable; the message names the file and the line
     */
    public static TcpAoKeys ofFile(String purpose, Path file) {
        return new TcpAoKeys(purpose, List.of(), new AoKeyFile(file));
    }

    /** Returns the keys in force; empty for none. Reads a changed file. */
    public List<TcpAoKey> current() {
        AoKeyFile from = file;
        return from == null ? fixed : reread(from);
    }

    private synchronized List<TcpAoKey> reread(AoKeyFile from) {
        try {
            from.reread(leaving).ifPresent(before -> replace(from, before));
            problem = "";
        } catch (IllegalArgumentException e) {
            String reason = String.valueOf(e.getMessage());
            if (!reason.equals(problem)) {
                problem = reason;
                log.error(
                        getMarker("tcp-ao-keys-unusable"),
                        "{}: new TCP-AO keys are unusable, the keys in force remain: reason=\"{}\"",
                        purpose,
                        reason);
            }
        }
        return from.keys();
    }

    private void replace(AoKeyFile from, List<TcpAoKey> before) {
        List<TcpAoKey> now = from.keys();
        leaving.addAll(before);
        now.forEach(leaving::remove);
        log.info(
                "{}: TCP-AO keys changed: file={} keys={} removed={} sockets={}",
                purpose,
                from,
                now,
                before.stream().filter(key -> !now.contains(key)).toList(),
                sockets.size());
    }

    /** Returns the problem of the file; empty for none. */
    synchronized String problem() {
        return problem;
    }

    /** Returns the number of listening sockets and connections that do not have exactly the keys in force yet. */
    public int changingSockets() {
        List<TcpAoKey> keys = current();
        return (int) sockets.stream().filter(socket -> !socket.hasExactly(keys)).count();
    }

    /**
     * Keeps the keys of a socket equal to the keys in force, until the socket is closed. Fixed keys and those of the
     * TLS handshake need nothing.
     *
     * @param socket epoll socket that has, or will have, the keys
     * @param peers addresses for which the socket has the keys
     */
    public void follow(Channel socket, List<Prefix> peers) {
        if (file == null || current().contains(TcpAoKey.HANDSHAKE)) {
            return;
        }
        AoSocket followed = new AoSocket(purpose, socket, peers);
        sockets.add(followed);
        socket.closeFuture().addListener(closed -> sockets.remove(followed));
        watch();
    }

    /** Removes the keys of peers from a listening socket, whose connections keep them. */
    public void leave(Channel listener, List<Prefix> peers) {
        if (current().isEmpty()) {
            return;
        }
        sockets.removeIf(socket -> socket.end(listener, peers));
        AoSocket.removeKeys(listener, peers);
    }

    private synchronized void watch() {
        if (!watching) {
            watching = true;
            Thread.ofVirtual().name("tcp-ao-keys").start(this::watchFile);
        }
    }

    private void watchFile() {
        while (isWatching()) {
            LockSupport.parkNanos(FileWatch.INTERVAL.toNanos());
            List<TcpAoKey> keys = current();
            boolean complete = true;
            sockets.removeIf(AoSocket::isClosed);
            // One socket after the other: the kernel takes milliseconds to remove a key of a connection.
            for (AoSocket socket : sockets) {
                complete &= socket.hasExactly(keys) || socket.change(keys);
            }
            if (complete) {
                complete(keys);
            }
        }
    }

    /** Returns false, and ends the watch, when there are no sockets. */
    private synchronized boolean isWatching() {
        watching = !sockets.isEmpty();
        return watching;
    }

    private synchronized void complete(List<TcpAoKey> keys) {
        if (!leaving.isEmpty() && current().equals(keys)) {
            log.info("{}: removed TCP-AO keys are out of use: removed={}", purpose, leaving);
            leaving.clear();
        }
    }

    /** Returns true for the same fixed keys, or the same object. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof TcpAoKeys keys && file == null && keys.file == null && fixed.equals(keys.fixed);
    }

    @Override
    public int hashCode() {
        return fixed.hashCode();
    }

    /** Omits the secrets. */
    @Override
    public String toString() {
        return file == null ? fixed.toString() : "TCP-AO keys of " + file;
    }
}
