// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Terminates TLS with mandatory client certificates, and forwards bytes to a port of 127.0.0.1. */
final class MutualTlsProxy implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(MutualTlsProxy.class);

    private final SSLServerSocket server;
    private final int target;
    private final List<String> clients = new CopyOnWriteArrayList<>();
    private final List<String> protocols = new CopyOnWriteArrayList<>();

    MutualTlsProxy(SSLContext context, int target) throws IOException {
        this.target = target;
        this.server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 10, InetAddress.getLoopbackAddress());
        server.setNeedClientAuth(true);
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Returns the subjects of the certificates of accepted clients. */
    List<String> clients() {
        return clients;
    }

    List<String> protocols() {
        return protocols;
    }

    private void accept() {
        try {
            while (true) {
                SSLSocket client = (SSLSocket) server.accept();
                Thread.ofVirtual().start(() -> forward(client));
            }
        } catch (IOException e) {
            log.debug("Proxy ends", e);
        }
    }

    private void forward(SSLSocket client) {
        try (client;
                Socket cache = new Socket(InetAddress.getLoopbackAddress(), target)) {
            client.startHandshake();
            clients.add(client.getSession().getPeerPrincipal().getName());
            protocols.add(client.getSession().getProtocol());
            Thread.ofVirtual().start(() -> copy(client, cache));
            cache.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException e) {
            log.debug("Connection ends", e);
        }
    }

    private static void copy(Socket from, Socket to) {
        try (to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            log.debug("Connection ends", e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
