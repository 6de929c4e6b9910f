// SPDX-License-Identifier: Apache-2.0
package org.pathproof.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Address of Redis, the same for all services.
 *
 * @param uri URI of Redis: redis://host:6379/0, redis-sentinel://host:26379/0#master, or
 *     redis-cluster://host:6379,host2:6379. With TLS: rediss, rediss-sentinel or rediss-cluster.
 * @param tls Files for TLS with Redis.
 */
@ConfigurationProperties("pathproof.redis")
public record RedisSettings(
        @DefaultValue("redis://127.0.0.1:6379/0") String uri,
        @DefaultValue Tls tls) {
    /**
     * TLS with Redis. The files are PEM files, and are read for each connection.
     *
     * @param trust Authorities that may certify Redis. Empty: those of the JVM.
     * @param certificate Certificate of this client with its chain. Empty: none.
     * @param key Private key of the certificate, PKCS #8, not encrypted.
     */
    public record Tls(
            @DefaultValue("") String trust,
            @DefaultValue("") String certificate,
            @DefaultValue("") String key) {}

    /**
     * Creates the address of Redis.
     *
     * @param <T> type of the address; this module does not depend on it
     */
    public <T> T address(AddressFactory<T> factory) {
        return factory.of(uri, tls.trust(), tls.certificate(), tls.key());
    }

    /** Creates an address from a URI and the names of PEM files, which are empty for none. */
    @FunctionalInterface
    public interface AddressFactory<T> {
        T of(String uri, String trust, String certificate, String key);
    }

    /** Omits the URI, which may contain a password. */
    @Override
    public String toString() {
        return "RedisSettings[tls=" + tls + ']';
    }
}
