// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import io.netty.handler.codec.haproxy.HAProxyProtocolException;
import io.netty.handler.codec.haproxy.HAProxyProxiedProtocol;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.admission.Admitted;
import org.pathproof.collector.admission.Onboarding.Outcome;
import org.pathproof.transport.tls.CertificateWatch;
import org.pathproof.transport.tls.PeerTrust;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The admission of one connection: the PROXY header of a trusted load balancer, the TLS handshake, and the access
 * rules. A QUIC stream comes after its handshake. PROXY headers of other addresses are not read, because they could
 * claim any address. The gate hands over an admitted router and removes itself from the pipeline. Otherwise, it closes
 * the connection and logs the reason.
 */
final class BmpGate extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(BmpGate.class);

    /** Receives admitted routers. */
    interface Next {
        void admit(ConnectionRegistry.Slot slot, Channel channel, Admitted admitted);
    }

    /** The rules and limits of admission, and the receiver of admitted routers. */
    record Entrance(BmpAccess access, BmpLimits limits, ConnectionRegistry connections, Next next) {}

    /**
     * A new channel.
     *
     * @param remote address of the other side
     * @param tls handler of TLS whose handshake has not begun; null without TLS
     * @param secured engine whose handshake with the router is done, as with QUIC; null otherwise
     */
    record Arrival(
            Channel channel,
            InetAddress remote,
            @Nullable SslHandler tls,
            @Nullable SSLEngine secured) {
        /** Returns the engine that has the certificate of the router; null without one. */
        @Nullable
        SSLEngine engine() {
            return tls == null ? secured : tls.engine();
        }
    }

    private final Entrance entrance;
    private final ConnectionRegistry.Slot slot;
    private final Channel channel;
    private final @Nullable SSLEngine engine;
    private InetAddress address;
    private boolean awaitsProxy;
    private boolean awaitsTls;
    private boolean done;
    private @Nullable ScheduledFuture<?> deadline;

    BmpGate(Entrance entrance, ConnectionRegistry.Slot slot, Arrival arrival, boolean awaitsProxy) {
        this.entrance = entrance;
        this.slot = slot;
        this.channel = arrival.channel();
        this.address = arrival.remote();
        this.awaitsProxy = awaitsProxy;
        this.engine = arrival.engine();
        this.awaitsTls = arrival.tls() != null;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        deadline = ctx.executor()
                .schedule(
                        () -> refuse(
                                "no-message",
                                "handshake incomplete after "
                                        + entrance.limits().firstMessage()),
                        entrance.limits().firstMessage().toMillis(),
                        TimeUnit.MILLISECONDS);
        if (!awaitsProxy) {
            onAddress();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HAProxyMessage header) {
            try {
                readProxyHeader(header);
            } finally {
                header.release();
            }
        } else {
            ctx.fireChannelRead(message);
        }
    }

    private void readProxyHeader(HAProxyMessage header) {
        awaitsProxy = false;
        HAProxyProxiedProtocol protocol = header.proxiedProtocol();
        if (header.command() == HAProxyCommand.LOCAL || protocol == HAProxyProxiedProtocol.UNKNOWN) {
            onAddress(); // a health check of the load balancer itself
            return;
        }
        if (protocol != HAProxyProxiedProtocol.TCP4 && protocol != HAProxyProxiedProtocol.TCP6) {
            refuse("proxy-protocol", "PROXY header with protocol " + protocol + ", not TCP");
            return;
        }
        try {
            address = InetAddress.getByName(header.sourceAddress()); // a literal address: no DNS query
        } catch (UnknownHostException e) {
            refuse("proxy-protocol", "PROXY header without address: " + e.getMessage());
            return;
        }
        onAddress();
    }

    private void onAddress() {
        if (!entrance.access().admission().mayConnectFrom(address)) {
            refuse("not-allowed", "no rule under pathproof.collector.routers matches the address");
        } else if (!slot.take(address.getHostAddress())) {
            refuse(
                    "per-address",
                    entrance.limits().maxPerAddress()
                            + " connections from this address (pathproof.collector.max-per-address)");
        } else if (!awaitsTls) {
            admit();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            awaitsTls = false;
            if (!handshake.isSuccess()) {
                refuse("tls", "TLS handshake failed: " + PeerTrust.reasons(handshake.cause()));
            } else if (!awaitsProxy) {
                admit();
            }
            return;
        }
        ctx.fireUserEventTriggered(event);
    }

    private void admit() {
        if (done) {
            return;
        }
        SSLEngine secured = engine;
        Optional<String> ended = secured == null
                ? Optional.empty()
                : entrance.access().tls().flatMap(tls -> CertificateWatch.refusal(tls, secured.getSession()));
        if (ended.isPresent()) {
            refuse("tls", ended.get());
            return;
        }
        X509Certificate certificate = certificate();
        List<String> names = certificate == null ? List.of() : CertificateNames.of(certificate);
        Optional<Admitted> admitted = entrance.access().admission().admit(address, names);
        if (admitted.isEmpty()) {
            refuse(
                    "not-allowed",
                    "no rule under pathproof.collector.routers matches "
                            + (names.isEmpty()
                                    ? "a router without certificate at this address"
                                    : "the certificate for " + names));
            return;
        }
        if (certificate == null) {
            passOn(admitted.get());
            return;
        }
        switch (entrance.access().onboarding().apply(admitted.get(), names, certificate)) {
            case Outcome.None _ -> passOn(admitted.get());
            case Outcome.Ignored _ -> {
                entrance.connections().countDescription("ignored");
                passOn(admitted.get());
            }
            case Outcome.Applied(Admitted described) -> {
                entrance.connections().countDescription("applied");
                passOn(described);
            }
            case Outcome.Refused(String why) -> {
                entrance.connections().countDescription("refused");
                refuse("description", why);
            }
        }
    }

    private void passOn(Admitted router) {
        finish();
        entrance.next().admit(slot, channel, router);
        channel.pipeline().remove(this);
        SSLEngine secured = engine;
        if (secured != null) {
            entrance.access().tls().ifPresent(tls -> CertificateWatch.start(channel, tls, secured.getSession()));
        }
    }

    /** Returns the certificate of the router, which the handshake verified; null if it has none. */
    private @Nullable X509Certificate certificate() {
        if (engine == null) {
            return null;
        }
        try {
            return engine.getSession().getPeerCertificates()[0] instanceof X509Certificate own ? own : null;
        } catch (SSLPeerUnverifiedException e) {
            log.debug("router without certificate: ip={}", address, e);
            return null;
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (awaitsProxy && cause instanceof DecoderException) {
            refuse("proxy-protocol", "trusted load balancer sent no PROXY header: " + headerFault(cause));
        } else {
            refuse(engine == null ? "broken" : "tls", PeerTrust.reasons(cause));
        }
    }

    /** Returns the fault of a PROXY header. Netty throws general exceptions for some faults. */
    private static String headerFault(Throwable error) {
        Throwable innermost = error;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        return innermost instanceof HAProxyProtocolException
                ? String.valueOf(innermost.getMessage())
                : "unknown protocol, or a TLV beyond the end of the header";
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        finish();
        ctx.fireChannelInactive();
    }

    private void refuse(String reason, String why) {
        if (!done) {
            finish();
            entrance.connections().refuse(channel, address.getHostAddress(), reason, why);
        }
    }

    private void finish() {
        done = true;
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    /** Adds the gate to a channel, behind the PROXY decoder and the TLS handler if the channel needs them. */
    static void install(Entrance entrance, ConnectionRegistry.Slot slot, Arrival arrival) {
        Channel channel = arrival.channel();
        // A load balancer adds headers to TCP only.
        boolean proxied = slot.accepted()
                && arrival.secured() == null
                && entrance.access().proxies().contain(arrival.remote());
        if (proxied) {
            channel.pipeline().addLast(new HAProxyMessageDecoder());
        }
        SslHandler tls = arrival.tls();
        if (tls != null) {
            tls.setHandshakeTimeoutMillis(entrance.limits().firstMessage().toMillis());
            channel.pipeline().addLast(tls);
        }
        channel.pipeline().addLast(new BmpGate(entrance, slot, arrival, proxied));
    }
}
