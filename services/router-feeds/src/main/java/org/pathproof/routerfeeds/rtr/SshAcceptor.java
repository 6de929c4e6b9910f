// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.sshd.common.AttributeRepository.AttributeKey;
import org.apache.sshd.common.io.IoSession;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionHeartbeatController;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.common.session.helpers.KeyExchangeMessageHandler;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.apache.sshd.server.forward.RejectAllForwardingFilter;
import org.apache.sshd.server.session.ServerSession;
import org.apache.sshd.server.session.ServerSessionImpl;
import org.apache.sshd.server.session.SessionFactory;
import org.apache.sshd.server.subsystem.SubsystemFactory;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.rtr.RtrAcceptor;
import org.pathproof.transport.ssh.SshKeyExchange;

/**
 * Accepts routers over SSH: one channel with the subsystem {@code rpki-rtr} in each connection (RFC 8210 section 9.1).
 * There are no shell, no commands and no forwarding.
 */
final class SshAcceptor implements RtrAcceptor {
    static final String SUBSYSTEM = "rpki-rtr";

    /** Bytes of a router that may be unread. A query has 12 bytes at most. */
    private static final long WINDOW_BYTES = 1 << 15;

    private static final int MAX_ATTEMPTS = 6;
    private static final Duration HEARTBEAT = Duration.ofMinutes(1);
    private static final int MAX_LOGGED_USER = 32;
    private static final AttributeKey<InetSocketAddress> ADMITTED = new AttributeKey<>();
    private static final AttributeKey<String> REFUSAL = new AttributeKey<>();
    private static final AttributeKey<Boolean> SERVED = new AttributeKey<>();

    private final InetSocketAddress bind;
    private final SshAccess access;
    private final Duration authenticationTime;
    private final Supplier<SshServer> servers;
    private volatile @Nullable SshServer server;

    /**
     * Creates an acceptor.
     *
     * @param authenticationTime time limit from connecting to the end of the authentication, from there to the
     *     subsystem, and from the end of the RTR session to the end of the channel
     */
    SshAcceptor(InetSocketAddress bind, SshAccess access, Duration authenticationTime) {
        this(bind, access, authenticationTime, SshServer::setUpDefaultServer);
    }

    /** Creates an acceptor with an SSHD server that may have its own timer. */
    SshAcceptor(InetSocketAddress bind, SshAccess access, Duration authenticationTime, Supplier<SshServer> servers) {
        this.bind = bind;
        this.access = access;
        this.authenticationTime = authenticationTime;
        this.servers = servers;
    }

    @Override
    public void start(Gate gate) throws IOException {
        SshServer ssh = servers.get();
        ssh.setHost(bind.getHostString());
        ssh.setPort(bind.getPort());
        ssh.setKeyPairProvider(KeyPairProvider.wrap(access.hostKeys()));
        ssh.setSessionFactory(new RouterSessions(ssh));
        ssh.setForwardingFilter(RejectAllForwardingFilter.INSTANCE);
        ssh.setSubsystemFactories(List.of(new Subsystem(gate, authenticationTime)));
        if (access.hasPasswords()) {
            ssh.setPasswordAuthenticator((user, password, session) ->
                    note(session, access.acceptsPassword(user, password), "wrong password", user));
        }
        if (access.hasKeys()) {
            ssh.setPublickeyAuthenticator(
                    (user, key, session) -> note(session, access.acceptsKey(user, key, session), "unknown key", user));
        }
        ssh.addSessionListener(new Sessions(gate, authenticationTime));
        CoreModuleProperties.SERVER_IDENTIFICATION.set(ssh, "PATHPROOF");
        CoreModuleProperties.AUTH_TIMEOUT.set(ssh, authenticationTime);
        CoreModuleProperties.MAX_AUTH_REQUESTS.set(ssh, MAX_ATTEMPTS);
        CoreModuleProperties.MAX_CONCURRENT_CHANNELS.set(ssh, 1);
        CoreModuleProperties.WINDOW_SIZE.set(ssh, WINDOW_BYTES);
        CoreModuleProperties.IDLE_TIMEOUT.set(ssh, Duration.ZERO); // the server limits the silence
        CoreModuleProperties.NIO2_READ_TIMEOUT.set(ssh, Duration.ZERO);
        CoreModuleProperties.TCP_NODELAY.set(ssh, true);
        // Routers that have disappeared acknowledge no segments. Messages to be ignored need no response of the router.
        ssh.setSessionHeartbeat(SessionHeartbeatController.HeartbeatType.IGNORE, HEARTBEAT);
        server = ssh;
        try {
            ssh.start();
        } catch (IOException e) {
            shutdown();
            throw new IOException("RTR server cannot bind " + bind + ": " + e.getMessage(), e);
        }
    }

    /** Remembers the reason of a refused authentication for the log. */
    private static boolean note(ServerSession session, boolean accepted, String why, String user) {
        if (!accepted) {
            session.setAttribute(REFUSAL, "SSH: " + why + ": user=" + printable(user));
        }
        return accepted;
    }

    private static String printable(String user) {
        String text = user.replaceAll("[^\\x21-\\x7e]", "?");
        return text.length() > MAX_LOGGED_USER ? text.substring(0, MAX_LOGGED_USER) + "…" : text;
    }

    @Override
    public int port() {
        SshServer ssh = server;
        if (ssh == null) {
            throw new IllegalStateException("the RTR server was not started");
        }
        return ssh.getPort();
    }

    /** SSHD ends the listener together with its sessions, so {@link #shutdown} does both. */
    @Override
    public void close() {}

    @Override
    public void shutdown() {
        SshServer ssh = server;
        if (ssh != null) {
            ssh.close(true);
        }
    }

    /** Creates sessions whose key exchange ends without waiting. */
    private static final class RouterSessions extends SessionFactory {
        RouterSessions(SshServer server) {
            super(server);
        }

        @Override
        protected ServerSessionImpl doCreateSession(IoSession connection) throws Exception {
            return new ServerSessionImpl(getServer(), connection) {
                @Override
                protected KeyExchangeMessageHandler initializeKeyExchangeMessageHandler() {
                    return new SshKeyExchange(this);
                }
            };
        }
    }

    /** Admits connections before their authentication, and reports failed authentications. */
    private record Sessions(Gate gate, Duration subsystemTime) implements SessionListener {
        @Override
        public void sessionEstablished(Session session) {
            InetSocketAddress router =
                    (InetSocketAddress) session.getIoSession().getRemoteAddress();
            if (gate.enter(router.getAddress())) {
                session.setAttribute(ADMITTED, router);
            } else {
                session.close(true);
            }
        }

        /** Ends sessions that open no channel after the authentication. */
        @Override
        public void sessionEvent(Session session, Event event) {
            if (event == Event.Authenticated) {
                var _ = session.getFactoryManager()
                        .getScheduledExecutorService()
                        .schedule(
                                () -> {
                                    if (session.getAttribute(SERVED) == null) {
                                        session.close(true);
                                    }
                                },
                                subsystemTime.toMillis(),
                                TimeUnit.MILLISECONDS);
            }
        }

        /** SSHD calls this method a second time when a graceful close becomes an immediate one. */
        @Override
        public void sessionClosed(Session session) {
            InetSocketAddress router = session.removeAttribute(ADMITTED);
            if (router == null) {
                return;
            }
            gate.leave(router.getAddress());
            if (!session.isAuthenticated()) {
                String why = session.getAttribute(REFUSAL);
                gate.onAuthenticationFailure(router, why == null ? "SSH: no login" : why);
            }
        }
    }

    /** Creates a session of RTR for a channel. */
    private record Subsystem(Gate gate, Duration closeTime) implements SubsystemFactory {
        @Override
        public String getName() {
            return SUBSYSTEM;
        }

        @Override
        public Command createSubsystem(ChannelSession channel) {
            channel.getSession().setAttribute(SERVED, true);
            InetSocketAddress router =
                    (InetSocketAddress) channel.getSession().getIoSession().getRemoteAddress();
            return new SshConnection(gate, channel, router, closeTime);
        }
    }
}
