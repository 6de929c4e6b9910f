// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.routerfeeds.settings.RtrSettings;
import org.pathproof.rpki.rtr.RtrAcceptor;
import org.pathproof.rpki.rtr.RtrContent;
import org.pathproof.rpki.rtr.RtrHistory;
import org.pathproof.rpki.rtr.RtrLimits;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerListener;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.rpki.rtr.RtrTiming;
import org.pathproof.transport.quic.QuicLimits;
import org.pathproof.transport.quic.QuicProtocol;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tcp.TcpSockets;
import org.pathproof.transport.tls.TlsFiles;
import org.pathproof.wire.Prefix;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One address of an RTR server with its transport and rules. Its server can be started again after a stop. */
final class RtrListener implements RtrServerListener {
    private static final Logger log = LoggerFactory.getLogger(RtrListener.class);

    private final String name;
    private final String transport;
    private final String limitSetting;
    private final RtrServerSettings settings;
    private final Supplier<RtrAcceptor> acceptors;
    private final Optional<TlsFiles> tls;
    private final Map<RtrLimits.Kind, LongAdder> refusals = new EnumMap<>(RtrLimits.Kind.class);
    private volatile @Nullable RtrServer server;

    private RtrListener(
            String name,
            String transport,
            String limitSetting,
            RtrServerSettings settings,
            Supplier<RtrAcceptor> acceptors,
            Optional<TlsFiles> tls) {
        this.name = name;
        this.transport = transport;
        this.limitSetting = limitSetting;
        this.settings = settings;
        this.acceptors = acceptors;
        this.tls = tls;
        for (RtrLimits.Kind limit : RtrLimits.Kind.values()) {
            refusals.put(limit, new LongAdder());
        }
    }

    /**
     * Creates a listener over TCP with the rules of {@code rtr-max-version}, {@code rtr-max-sessions} and others.
     *
     * @param notifyInterval minimum time between two Serial Notifies to a router
     */
    static RtrListener plain(String bind, int port, RtrSettings shared, Duration notifyInterval) {
        RtrServerSettings settings = settings(
                        new InetSocketAddress(bind, port),
                        shared,
                        new RtrContent(shared.rtrMaxVersion(), shared.rtrRouterKeys(), true),
                        shared.rtrMaxSessions(),
                        shared.rtrMaxSessionsPerAddress(),
                        List.of())
                .withNotifyInterval(notifyInterval);
        return new RtrListener(
                RtrListenerSettings.DEFAULT_NAME,
                "tcp",
                "pathproof.policy-api.rtr-max-sessions",
                settings,
                () -> RtrServer.plain(settings),
                Optional.empty());
    }

    /**
     * Creates a further listener.
     *
     * @param shared intervals, timeouts and rules for single routers, which all listeners share
     * @throws IllegalArgumentException if files or protections cannot be used; the message names the listener
     */
    static RtrListener of(RtrListenerSettings listener, RtrSettings shared) {
        TcpProtection protection = listener.tcp().protection(listener.where());
        InetSocketAddress bind = new InetSocketAddress(listener.bind(), listener.port());
        RtrServerSettings settings;
        try {
            settings = settings(
                    bind,
                    shared,
                    new RtrContent(listener.maxVersion(), listener.routerKeys(), listener.aspas()),
                    listener.maxSessions(),
                    listener.maxSessionsPerAddress(),
                    allowed(listener, protection));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(listener.where() + ": " + e.getMessage(), e);
        }
        refuseUselessProtection(listener, protection);
        Optional<TlsFiles> tls = files(listener);
        return new RtrListener(
                listener.name(),
                listener.transport().name().toLowerCase(Locale.ROOT)
                        + (protection.isNone() ? "" : " with " + protection),
                "max-sessions of the listener " + listener.name(),
                settings,
                acceptors(listener, protection, bind, settings.limits(), tls),
                tls);
    }

    private static void refuseUselessProtection(RtrListenerSettings listener, TcpProtection protection) {
        RtrListenerSettings.Transport transport = listener.transport();
        if (!protection.isNone()
                && (transport == RtrListenerSettings.Transport.SSH
                        || transport == RtrListenerSettings.Transport.QUIC)) {
            throw new IllegalArgumentException(listener.where() + ": the transport "
                    + transport.name().toLowerCase(Locale.ROOT) + " has no TCP-MD5, TCP-AO and GTSM: unset tcp");
        }
    }

    private static Optional<TlsFiles> files(RtrListenerSettings listener) {
        return switch (listener.transport()) {
            case TCP, SSH -> Optional.empty();
            case TLS -> Optional.of(listener.tls().load(listener.where(), ""));
            case QUIC -> Optional.of(listener.tls().load(listener.where(), QuicProtocol.RTR.label()));
        };
    }

    private static List<Prefix> allowed(RtrListenerSettings listener, TcpProtection protection) {
        List<Prefix> allowed = listener.allowed().stream().map(Prefix::parse).toList();
        if (!protection.signsSegments()) {
            return allowed;
        }
        if (!allowed.isEmpty()) {
            throw new IllegalArgumentException(
                    "with TCP-MD5 or TCP-AO, tcp.peers are the allowed routers: unset allowed");
        }
        return protection.peers();
    }

    private static Supplier<RtrAcceptor> acceptors(
            RtrListenerSettings listener,
            TcpProtection protection,
            InetSocketAddress bind,
            RtrLimits limits,
            Optional<TlsFiles> tls) {
        if (listener.transport() == RtrListenerSettings.Transport.SSH) {
            SshAccess access = new SshAccess(listener.where(), listener.ssh());
            return () -> new SshAcceptor(bind, access, limits.pduTimeout());
        }
        if (listener.transport() == RtrListenerSettings.Transport.QUIC) {
            TlsFiles files = tls.orElseThrow();
            QuicLimits quic = new QuicLimits(
                    listener.maxSessions(),
                    listener.maxSessionsPerAddress(),
                    QuicLimits.DEFAULT.streamWindow(),
                    QuicLimits.DEFAULT.idle());
            return () -> new QuicAcceptor(bind, files, quic, listener.tls().matchAddress());
        }
        TcpSockets sockets;
        try {
            sockets = new TcpSockets(tls.isPresent() ? protection : protection.withoutTls());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(listener.where() + ": tcp: " + e.getMessage(), e);
        }
        return () -> new StreamAcceptor(bind, sockets, tls, listener.tls().matchAddress());
    }

    private static RtrServerSettings settings(
            InetSocketAddress bind,
            RtrSettings shared,
            RtrContent content,
            int maxSessions,
            int maxSessionsPerAddress,
            List<Prefix> allowed) {
        return new RtrServerSettings(
                bind,
                new RtrLimits(
                        maxSessions,
                        maxSessionsPerAddress,
                        shared.rtrPduTimeout(),
                        shared.rtrIdleTimeout(),
                        shared.rtrSendTimeout()),
                content,
                shared.rtrClients().stream()
                        .map(client -> new RtrServerSettings.ClientRule(
                                Prefix.parse(client.routers()),
                                new RtrContent(client.maxVersion(), client.routerKeys(), client.aspas())))
                        .toList(),
                allowed,
                timing(shared),
                shared.rtrNotifyInterval(),
                RtrServerSettings.DEFAULT_HISTORY,
                shared.rtrServeExpired(),
                null);
    }

    private static RtrTiming timing(RtrSettings shared) {
        requireSeconds("rtr-refresh-interval", shared.rtrRefreshInterval(), 1, 86_400);
        requireSeconds("rtr-retry-interval", shared.rtrRetryInterval(), 1, 7200);
        requireSeconds("rtr-expire-interval", shared.rtrExpireInterval(), 600, 172_800);
        return new RtrTiming(shared.rtrRefreshInterval(), shared.rtrRetryInterval(), shared.rtrExpireInterval());
    }

    /** Checks an interval of RFC 8210 section 6. */
    private static void requireSeconds(String setting, Duration interval, int low, int high) {
        long seconds = interval.toSeconds();
        if (seconds < low || seconds > high) {
            throw new IllegalArgumentException("pathproof.policy-api." + setting + ": " + seconds + "s must be " + low
                    + "s to " + high + "s (RFC 8210 section 6)");
        }
    }

    /** Starts the server. */
    void start(String data, RtrHistory history) {
        try {
            RtrServer started = new RtrServer(settings, history, acceptors.get(), this).start();
            server = started;
            log.info(
                    "RTR server started: data={} listener={} transport=\"{}\" address={} port={}",
                    data,
                    name,
                    transport,
                    settings.bind().getHostString(),
                    started.port());
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    void stop() {
        RtrServer running = server;
        server = null;
        if (running != null) {
            running.close();
        }
    }

    boolean isRunning() {
        return server != null;
    }

    String name() {
        return name;
    }

    /** Returns the bound port; -1 while there is no server. */
    int port() {
        RtrServer running = server;
        return running == null ? -1 : running.port();
    }

    int routers() {
        RtrServer running = server;
        return running == null ? 0 : running.sessions().size();
    }

    /** Returns the problem of the listener; null for none. */
    @Nullable
    String problem() {
        RtrServer running = server;
        if (running == null) {
            return "the RTR server is not running";
        }
        return running.isFull()
                ? "the RTR server has reached its limit of " + settings.limits().maxSessions()
                        + " connections and refuses further routers: raise " + limitSetting
                        + ", or find the clients of port " + port()
                : null;
    }

    /** Returns the problems of the files for TLS and QUIC. */
    List<String> certificateProblems() {
        return tls.map(TlsFiles::problems).orElse(List.of());
    }

    @Override
    public void onLimit(String router, RtrLimits.Kind limit) {
        Objects.requireNonNull(refusals.get(limit)).increment();
    }

    /** Returns the number of routers that were refused or disconnected for a reason. */
    double refusals(RtrLimits.Kind limit) {
        return Objects.requireNonNull(refusals.get(limit)).sum();
    }
}
