// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.rtr.PemTlsContexts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The address of Redis and the files for TLS with it. The constructor checks both, and reads the files once.
 *
 * <p>A URI has the form of Lettuce: {@code redis://host:6379/0}, {@code rediss://} for TLS, {@code redis-sentinel://}
 * and {@code rediss-sentinel://}. The schemes {@code redis-cluster://} and {@code rediss-cluster://} name some servers
 * of a Redis Cluster, separated by commas.
 *
 * @param uri address; may contain a user and a password
 * @param trust PEM file with the authorities that may certify the servers; null for those of the JVM
 * @param certificate PEM file with the certificate of this client and its chain; null for none
 * @param key PEM file with the private key of the certificate, PKCS #8, not encrypted; null without a certificate
 */
public record RedisAddress(
        String uri,
        @Nullable Path trust,
        @Nullable Path certificate,
        @Nullable Path key) {
    private static final Logger log = LoggerFactory.getLogger(RedisAddress.class);

    private static final String SETTING = "pathproof.redis.uri";
    private static final String TLS = "pathproof.redis.tls";
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(15);
    /** Blocking reads last for half of the timeout ({@link RpkiStore#waitWithin}). */
    private static final Duration LEAST_TIMEOUT = Duration.ofSeconds(2);

    private static final Pattern CLUSTER = Pattern.compile("(rediss?)-cluster://(.*@)?([^/?]*)(.*)");

    /**
     * Checks the address.
     *
     * @throws IllegalArgumentException if the URI is wrong, if a file cannot be used, or if files are given for an
     *     address without TLS; the message names the setting
     */
    public RedisAddress {
        if ((certificate == null) != (key == null)) {
            throw new IllegalArgumentException(
                    TLS + ".certificate and " + TLS + ".key belong together, but only one of them is set");
        }
        RedisURI first = servers(uri).getFirst();
        if (first.getTimeout().compareTo(LEAST_TIMEOUT) < 0) {
            throw new IllegalArgumentException(SETTING + ": timeout is less than " + LEAST_TIMEOUT.toSeconds() + " s");
        }
        boolean ssl = isSsl(first);
        if (!ssl && (trust != null || certificate != null)) {
            throw new IllegalArgumentException(TLS + " has files, but " + SETTING
                    + " is an address without TLS: begin it with rediss://, rediss-sentinel:// or rediss-cluster://");
        }
        try {
            new PemTlsContexts(trust, certificate, key).get();
        } catch (IOException e) {
            throw new IllegalArgumentException(TLS + ": " + e.getMessage(), e);
        }
    }

    /** Returns an address without files for TLS. */
    public static RedisAddress of(String uri) {
        return of(uri, "", "", "");
    }

    /** Returns an address with files for TLS. An empty name stands for no file. */
    public static RedisAddress of(String uri, String trust, String certificate, String key) {
        return new RedisAddress(uri, path(trust), path(certificate), path(key));
    }

    private static @Nullable Path path(String name) {
        return name.isEmpty() ? null : Path.of(name);
    }

    /** Returns true if the address names servers of a Redis Cluster. */
    boolean isCluster() {
        return CLUSTER.matcher(uri).matches();
    }

    /** Returns the maximum time for every response: that of the URI ({@code ?timeout=5s}), or 15 s. */
    Duration timeout() {
        Duration given = servers().getFirst().getTimeout();
        return given.equals(RedisURI.DEFAULT_TIMEOUT_DURATION) ? DEFAULT_TIMEOUT : given;
    }

    /** Returns true if connections to a server, or to its Sentinels, use TLS. */
    static boolean isSsl(RedisURI server) {
        return server.isSsl() || server.getSentinels().stream().anyMatch(RedisURI::isSsl);
    }

    /** Returns the named servers of a Redis Cluster; otherwise one server, or one group of Sentinels. */
    List<RedisURI> servers() {
        return servers(uri);
    }

    private static List<RedisURI> servers(String uri) {
        Matcher cluster = CLUSTER.matcher(uri);
        if (!cluster.matches()) {
            return List.of(server(uri));
        }
        String user = cluster.group(2) == null ? "" : cluster.group(2);
        List<RedisURI> servers = new ArrayList<>();
        for (String host : cluster.group(3).split(",", -1)) {
            servers.add(server(cluster.group(1) + "://" + user + host + cluster.group(4)));
        }
        if (servers.getFirst().getDatabase() != 0) {
            throw new IllegalArgumentException(SETTING + ": a Redis Cluster has only the database 0");
        }
        return List.copyOf(servers);
    }

    private static RedisURI server(String uri) {
        try {
            RedisURI server = RedisURI.create(uri);
            if (server.getHost() != null
                    || server.getSocket() != null
                    || !server.getSentinels().isEmpty()) {
                return server;
            }
        } catch (IllegalArgumentException e) {
            log.debug("URI of Redis refused: error={}", e.getClass().getSimpleName()); // the message has the password
        }
        throw new IllegalArgumentException(SETTING
                + " is no address of Redis: use redis://HOST:6379/0, redis-sentinel://HOST:26379/0#MASTER or"
                + " redis-cluster://HOST:6379,HOST2:6379, and rediss for TLS");
    }

    /** Returns the options for TLS. The files are read for each connection. */
    SslOptions tls() {
        SslOptions.Builder options = SslOptions.builder().jdkSslProvider();
        if (trust != null) {
            options.trustManager(trust.toFile());
        }
        if (certificate != null && key != null) {
            options.keyManager(certificate.toFile(), key.toFile(), new char[0]);
        }
        return options.build();
    }

    /** Omits the URI, which may contain a password. */
    @Override
    public String toString() {
        return "RedisAddress[servers="
                + servers().stream().map(RedisAddress::name).toList() + ']';
    }

    /** Returns host and port of a server. */
    static String name(RedisURI server) {
        return server.getSentinels().isEmpty()
                ? server.getHost() + ":" + server.getPort()
                : server.getSentinels().stream().map(RedisAddress::name).toList() + "#" + server.getSentinelMasterId();
    }
}
