// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tcp;

import static org.slf4j.MarkerFactory.getMarker;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollSocketChannelConfig;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes the TCP-AO keys of a socket without losing segments. A listening socket takes new keys and drops old ones at
 * once. A connection changes in steps (RFC 5925 sections 2.2 and 3.1):
 *
 * <ol>
 *   <li>The new keys are added, and the peer is requested to sign with the first one (RNextKeyID). A peer without that
 *       key ignores the request.
 *   <li>The kernel changes the key of sent segments when the peer requests it. If the current key is to be removed,
 *       and the peer signs with another one, sent segments change to that one, too.
 *   <li>An old key is removed when neither side signs with it: the peer has used another key since the change began,
 *       and has not used the old one since the previous step.
 * </ol>
 *
 * <p>Keepalive probes make an idle connection take these steps, too.
 */
final class AoSocket {
    private static final Logger log = LoggerFactory.getLogger(AoSocket.class);
    private static final int IPV4_BYTES = 4;
    private static final Duration STEP_LIMIT = Duration.ofSeconds(10);
    private static final Duration WARNING_AFTER = Duration.ofMinutes(5);

    private record Ids(int send, int receive) {}

    /** Keepalive options of a connection before a change. */
    private record Probes(EpollSocketChannelConfig config, boolean keepAlive, int idleSeconds) {
        /** Sends a probe after each second without segments. */
        static Optional<Probes> begin(Channel channel) {
            if (!(channel.config() instanceof EpollSocketChannelConfig config)) {
                return Optional.empty();
            }
            Probes before = new Probes(config, config.isKeepAlive(), config.getTcpKeepIdle());
            config.setTcpKeepIdle(1).setKeepAlive(true);
            return Optional.of(before);
        }

        void end() {
            config.setKeepAlive(keepAlive).setTcpKeepIdle(idleSeconds);
        }
    }

    private final String purpose;
    private final Channel channel;
    private final List<Prefix> peers;
    private volatile List<TcpAoKey> complete = List.of();
    private volatile boolean ended;
    // The state of the present change, on the event loop.
    private List<TcpAoKey> target = List.of();
    private Map<Ids, Long> atBegin = Map.of();
    private Map<Ids, Long> atLastStep = Map.of();
    private Optional<Probes> probes = Optional.empty();
    private long began;
    private boolean warned;

    AoSocket(String purpose, Channel channel, List<Prefix> peers) {
        this.purpose = purpose;
        this.channel = channel;
        this.peers = List.copyOf(peers);
    }

    boolean isClosed() {
        return !channel.isOpen();
    }

    /** Returns true if the socket has these keys and no other ones. */
    boolean hasExactly(List<TcpAoKey> keys) {
        return complete.equals(keys);
    }

    /** Ends all changes if this is the listening socket with keys for these peers; returns false otherwise. */
    synchronized boolean end(Channel listener, List<Prefix> others) {
        if (!channel.equals(listener) || !peers.equals(others)) {
            return false;
        }
        ended = true;
        return true;
    }

    /** Removes all keys for peers from a listening socket. */
    static void removeKeys(Channel listener, List<Prefix> peers) {
        try {
            for (AoKeyStatus key : AoKeyStatus.readAll(descriptor(listener))) {
                if (TcpAoOptions.peers(peers).contains(key.peers())) {
                    TcpAoOptions.remove(listener, key, true);
                }
            }
        } catch (IOException e) {
            throw new ChannelException("cannot read the TCP-AO keys of the listening socket: " + e.getMessage(), e);
        }
    }

    private static int descriptor(Channel channel) {
        return ((UnixChannel) channel).fd().intValue();
    }

    /**
     * Takes the next step to these keys, on the event loop of the socket, and waits for its end.
     *
     * @return true if the socket has the keys, or is closed
     */
    boolean change(List<TcpAoKey> keys) {
        boolean isListener = channel instanceof ServerChannel;
        if (!channel.isOpen() || ended) {
            return true;
        }
        if (!channel.isRegistered() || !isListener && !channel.isActive()) {
            return false;
        }
        try {
            var step = channel.eventLoop().submit(() -> step(keys, isListener));
            return step.await(STEP_LIMIT.toMillis(), TimeUnit.MILLISECONDS) && Boolean.TRUE.equals(step.getNow());
        } catch (RejectedExecutionException e) {
            return true; // the event loop has ended, with all its sockets
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private synchronized boolean step(List<TcpAoKey> keys, boolean isListener) {
        if (!channel.isOpen() || ended) {
            return true;
        }
        try {
            if (isListener ? changeListener(keys) : changeConnection(keys)) {
                complete = keys;
                return true;
            }
        } catch (IOException | ChannelException e) {
            warnOnce("its TCP-AO keys cannot be changed", e.toString());
        }
        return false;
    }

    private boolean changeListener(List<TcpAoKey> keys) throws IOException {
        List<Prefix> prefixes = TcpAoOptions.peers(peers);
        List<AoKeyStatus> present = AoKeyStatus.readAll(descriptor(channel)).stream()
                .filter(key -> prefixes.contains(key.peers()))
                .toList();
        for (AoKeyStatus key : present) {
            if (keys.stream().noneMatch(key::isOf)) {
                TcpAoOptions.remove(channel, key, true);
            }
        }
        for (TcpAoKey key : keys) {
            for (Prefix prefix : prefixes) {
                if (present.stream()
                        .noneMatch(has -> has.isOf(key) && has.peers().equals(prefix))) {
                    TcpAoOptions.add(channel, prefix, key);
                }
            }
        }
        return true;
    }

    private boolean changeConnection(List<TcpAoKey> keys) throws IOException {
        Optional<Prefix> prefix = prefix();
        if (prefix.isEmpty()) {
            return true; // a peer without TCP-AO
        }
        List<AoKeyStatus> present = AoKeyStatus.readAll(descriptor(channel));
        if (!keys.equals(target)) {
            target = keys;
            began = System.nanoTime();
            warned = false;
            atBegin = counts(present);
            atLastStep = Map.of();
        }
        for (TcpAoKey key : keys) {
            if (present.stream().noneMatch(has -> has.isOf(key))) {
                TcpAoOptions.add(channel, prefix.get(), key);
            }
        }
        TcpAoKey first = keys.getFirst();
        if (present.stream().noneMatch(has -> has.requested() && has.isOf(first))) {
            TcpAoOptions.request(channel, first);
        }
        List<AoKeyStatus> old = present.stream()
                .filter(has -> keys.stream().noneMatch(has::isOf))
                .toList();
        if (!old.isEmpty() && probes.isEmpty()) {
            probes = Probes.begin(channel);
        }
        boolean done = old.isEmpty() || removeUnused(old, AoKeyStatus.readAll(descriptor(channel)));
        if (done) {
            probes.ifPresent(Probes::end);
            probes = Optional.empty();
        }
        return done;
    }

    /** Removes the old keys with which neither side signs; returns true if no old one remains. */
    private boolean removeUnused(List<AoKeyStatus> old, List<AoKeyStatus> present) {
        Map<Ids, Long> counts = counts(present);
        Map<Ids, Long> before = atLastStep;
        atLastStep = counts;
        Optional<TcpAoKey> ofPeer = target.stream()
                .filter(key -> has(key, counts) > has(key, atBegin))
                .findFirst();
        boolean remains = false;
        for (AoKeyStatus key : old) {
            boolean current = present.stream().anyMatch(has -> has.current() && has.sendId() == key.sendId());
            Ids ids = new Ids(key.sendId(), key.receiveId());
            Long count = counts.get(ids);
            if (count == null) {
                continue; // the kernel has it no more
            }
            if (ofPeer.isEmpty() || !count.equals(before.get(ids))) {
                remains = true;
            } else if (current) {
                TcpAoOptions.sign(channel, ofPeer.get());
                remains = true;
            } else {
                TcpAoOptions.remove(channel, key, false);
            }
        }
        if (remains && System.nanoTime() - began > WARNING_AFTER.toNanos()) {
            warnOnce("it still uses removed TCP-AO keys", "the peer has not signed with " + target.getFirst());
        }
        return !remains;
    }

    private void warnOnce(String what, String reason) {
        if (!warned) {
            warned = true;
            log.warn(
                    getMarker("tcp-ao-keys-unfinished"),
                    "{}: connection keeps old TCP-AO keys: remote={} state=\"{}\" reason=\"{}\"",
                    purpose,
                    channel.remoteAddress(),
                    what,
                    reason);
        }
    }

    private static long has(TcpAoKey key, Map<Ids, Long> counts) {
        return counts.getOrDefault(new Ids(key.sendId(), key.receiveId()), 0L);
    }

    private static Map<Ids, Long> counts(List<AoKeyStatus> keys) {
        Map<Ids, Long> counts = new HashMap<>();
        keys.forEach(key -> counts.put(new Ids(key.sendId(), key.receiveId()), key.verifiedSegments()));
        return counts;
    }

    /** Returns the prefix of the keys of a connection; empty if the peer has no keys. */
    private Optional<Prefix> prefix() throws UnknownHostException {
        @Nullable InetSocketAddress remote = (InetSocketAddress) channel.remoteAddress();
        if (remote == null) {
            return Optional.empty();
        }
        // A socket of the family IPv6 has mapped addresses of IPv4 peers.
        byte[] address =
                InetAddress.getByAddress(remote.getAddress().getAddress()).getAddress();
        int afi = address.length == IPV4_BYTES ? AfiSafi.AFI_IPV4 : AfiSafi.AFI_IPV6;
        Prefix peer = Prefix.of(afi, Bytes.wrap(address), Prefix.maxLength(afi));
        return TcpAoOptions.peers(peers).stream()
                .filter(each -> each.covers(peer))
                .findFirst();
    }
}
