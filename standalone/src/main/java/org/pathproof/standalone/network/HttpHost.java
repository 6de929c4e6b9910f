// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.network;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.pathproof.standalone.console.StartFailure;

/** The local address of the web server. */
public final class HttpHost {
    /** Address that only this machine reaches. */
    public static final String LOOPBACK = "127.0.0.1";

    private static final Path HOSTNAME = Path.of("/proc/sys/kernel/hostname");

    private HttpHost() {}

    /**
     * Resolves a host.
     *
     * @param source option or setting that names the host
     * @throws StartFailure if the name is unknown, or this machine cannot open a port on the address
     */
    public static InetAddress parse(String source, String host) {
        try {
            InetAddress address = InetAddress.getByName(host.strip());
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(address, 0));
            }
            return address;
        } catch (UnknownHostException e) {
            throw new StartFailure(source + " " + host + " is neither an address nor a known name", e);
        } catch (BindException e) {
            throw new StartFailure(
                    source + " " + host + " is not an address of this machine: use a local address, or 0.0.0.0 for all",
                    e);
        } catch (IOException e) {
            throw new StartFailure(source + " " + host + " cannot be bound: " + e.getMessage(), e);
        }
    }

    /**
     * Returns the accepted host names of a web server on {@code host}, besides its addresses: the given name and the
     * name of this machine. The result is empty for the loopback address.
     */
    public static List<String> names(String host) {
        if (isLoopback(host)) {
            return List.of();
        }
        return Stream.of(host.strip(), machineName())
                .filter(name -> name.matches("(?i)[a-z0-9]([a-z0-9.-]*[a-z0-9])?") && !name.matches("[0-9.]+"))
                .distinct()
                .toList();
    }

    private static String machineName() {
        try {
            return Files.readString(HOSTNAME).strip();
        } catch (IOException e) {
            return ""; // not Linux
        }
    }

    /** Returns true if a name or an address stands for this machine only. */
    public static boolean isLoopback(String host) {
        try {
            return !host.isEmpty() && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /**
     * Returns the host for clients on this machine.
     *
     * @param host address of the listener; empty: all addresses
     */
    public static String local(String host) {
        try {
            InetAddress address = InetAddress.getByName(host.isEmpty() ? LOOPBACK : host);
            return address.isAnyLocalAddress() ? LOOPBACK : literal(address);
        } catch (UnknownHostException e) {
            return host;
        }
    }

    /** Returns the URL of the dashboard for a browser on this machine. */
    public static String url(String host, int port, boolean tls) {
        String local = local(host);
        return (tls ? "https://" : "http://") + (isLoopback(local) ? "localhost" : local) + ":" + port + "/";
    }

    private static String literal(InetAddress address) {
        String text = address.getHostAddress();
        return text.contains(":") ? "[" + text + "]" : text;
    }
}
