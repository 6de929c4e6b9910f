// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tcp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;

/**
 * Creates sockets for a {@link TcpProtection}: epoll sockets if the protection needs options of Linux, otherwise NIO
 * sockets. A socket is of the family IPv6 if the system has IPv6; it then also serves IPv4.
 */
public final class TcpSockets {
    private final boolean epoll;
    private final TcpProtection protection;

    /**
     * Prepares sockets with a protection.
     *
     * @throws IllegalArgumentException if this machine cannot protect sockets like this; the message names the reason
     */
    public TcpSockets(TcpProtection protection) {
        this.protection = protection;
        this.epoll = !protection.isNone();
        TcpOptions.check(protection);
    }

    /** Creates event loops for the sockets. */
    public EventLoopGroup eventLoops(int threads, String name) {
        return new MultiThreadIoEventLoopGroup(
                threads,
                new DefaultThreadFactory(name, true),
                epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }

    /** Returns the factory of listening sockets; they are not protected yet. */
    public ChannelFactory<ServerChannel> listeners() {
        return epoll ? EpollServerSocketChannel::new : NioServerSocketChannel::new;
    }

    /** Returns the factory of connecting sockets; they are not protected yet. */
    public ChannelFactory<SocketChannel> connections() {
        return epoll ? EpollSocketChannel::new : NioSocketChannel::new;
    }

    /** Returns the factory of UDP sockets for the same event loops. */
    public ChannelFactory<DatagramChannel> datagrams() {
        return epoll ? EpollDatagramChannel::new : NioDatagramChannel::new;
    }

    /**
     * Changes the TCP-AO keys of a connection after its TLS handshake, if the protection takes them from there.
     *
     * @param tls handler of the connection, before its handshake
     */
    public void follow(SocketChannel channel, SslHandler tls) {
        if (protection.hasHandshakeKeys()) {
            HandshakeKeys.follow(channel, tls);
        }
    }

    /**
     * Sets the options of a socket before it listens or connects. Connections inherit the options of their listener.
     *
     * @throws ChannelException when the system refuses an option
     */
    public void protect(Channel channel) {
        TcpOptions.protect(channel, protection);
        protection.ao().follow(channel, protection.peers());
        if (channel instanceof ServerChannel) {
            channel.pipeline().addLast(new Connections());
        }
    }

    /** Lets the connections of a listening socket take part in changes of the TCP-AO keys. */
    private final class Connections extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object connection) {
            protection.ao().follow((Channel) connection, protection.peers());
            ctx.fireChannelRead(connection);
        }
    }
}
