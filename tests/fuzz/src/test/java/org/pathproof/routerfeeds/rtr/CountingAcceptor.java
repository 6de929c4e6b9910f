// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.pathproof.rpki.rtr.RtrAcceptor;

/** Counts the connections that the gate has admitted, and those that it serves. */
final class CountingAcceptor implements RtrAcceptor {
    private final RtrAcceptor ssh;
    private final Duration limit;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int admitted;
    private int serving;
    private final Set<Integer> strangers = ConcurrentHashMap.newKeySet();
    private final Set<Integer> servedStrangers = ConcurrentHashMap.newKeySet();

    CountingAcceptor(RtrAcceptor ssh, Duration limit) {
        this.ssh = ssh;
        this.limit = limit;
    }

    /** Sets the local port of a router that does not log in. */
    void addStranger(int port) {
        strangers.add(port);
    }

    /** Sets the local port of a router that logs in. */
    void removeStranger(int port) {
        strangers.remove(port);
    }

    /** Returns the ports of routers that were served without login. A connection may be served after its end. */
    Set<Integer> servedStrangers() {
        return servedStrangers;
    }

    /** Waits until there is no connection. Returns false if one remains after the limit. */
    boolean awaitEmpty() throws InterruptedException {
        lock.lock();
        try {
            long left = limit.toNanos();
            while (admitted != 0 || serving != 0) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void count(int entered, int started) {
        lock.lock();
        try {
            admitted += entered;
            serving += started;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        lock.lock();
        try {
            return "admitted=" + admitted + " serving=" + serving;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void start(Gate gate) throws IOException {
        ssh.start(new Gate() {
            @Override
            public boolean enter(InetAddress router) {
                boolean entered = gate.enter(router);
                count(entered ? 1 : 0, 0);
                return entered;
            }

            @Override
            public void leave(InetAddress router) {
                gate.leave(router);
                count(-1, 0);
            }

            @Override
            public void serve(Connection connection) {
                count(0, 1);
                int port = connection.router().getPort();
                if (strangers.contains(port)) {
                    servedStrangers.add(port);
                }
                try {
                    gate.serve(connection);
                } finally {
                    count(0, -1);
                }
            }

            @Override
            public void onAuthenticationFailure(InetSocketAddress router, String why) {
                gate.onAuthenticationFailure(router, why);
            }
        });
    }

    @Override
    public int port() {
        return ssh.port();
    }

    @Override
    public void close() {
        ssh.close();
    }

    @Override
    public void shutdown() {
        ssh.shutdown();
    }
}
