// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.rules;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.pathproof.collector.sessions.SessionQuota;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.NetworkText;

/**
 * The identity of a router in the pipeline.
 *
 * @param hash 16 bytes
 * @param ip source address of its messages, as text
 * @param name name from its rule or certificate, else the sysName of its Initiation (RFC 7854 section 4.4), or empty;
 *     bounded and escaped
 * @param instance number of the BGP instance among those with this address and name: 0 for the first, then from 2
 */
public record RouterIdentity(Bytes hash, String ip, String name, int instance) {
    public static final int HASH_LENGTH = 16;

    public RouterIdentity {
        if (hash.length() != HASH_LENGTH) {
            throw new IllegalArgumentException("a router hash has 16 bytes, not " + hash.length());
        }
        name = NetworkText.name(name);
    }

    /** Creates the identity of a router, or of its first BGP instance. */
    public RouterIdentity(Bytes hash, String ip, String name) {
        this(hash, ip, name, 0);
    }

    /**
     * Identifies a router by address and sysName: the hash is the first 16 bytes of SHA-256 over both. The sysName
     * distinguishes routers behind one translated address.
     */
    public static RouterIdentity of(String ip, String name) {
        return new RouterIdentity(hash(text(ip + "\n" + name)), ip, name);
    }

    /** Identifies a router at any address by a name from its certificate or the settings. */
    public static RouterIdentity named(String name, String ip) {
        return new RouterIdentity(hash(text("name\n" + name)), ip, name);
    }

    /** Identifies a router behind a proxy by the proxy's name and the router's sysName. */
    public static RouterIdentity behind(String proxy, String ip, String sysName) {
        return new RouterIdentity(
                hash(text("name\n" + proxy + "\n" + sysName)), ip, sysName.isEmpty() ? proxy : sysName);
    }

    /**
     * Returns the router hash of an OpenBMP producer if it has 16 bytes, else the first 16 bytes of SHA-256 over that
     * hash.
     */
    public static Bytes hashOf(Bytes producers) {
        return producers.length() == HASH_LENGTH ? producers : hash(producers);
    }

    /** Returns the router as the bounds of sessions count it. */
    public SessionQuota.Router place() {
        return new SessionQuota.Router(hash, ip, name);
    }

    /** Returns the identity of a further BGP instance of this router (RFC 7854 section 8.1), with a number from 2. */
    public RouterIdentity instance(int number) {
        return new RouterIdentity(hash(hash.concat(text("instance\n" + number))), ip, name, number);
    }

    /** Returns the name of the router in metrics and logs, with the number of a further BGP instance: {@code r1#2}. */
    public String label() {
        String router = !name.isEmpty() ? name : !ip.isEmpty() ? ip : hash.toHex();
        return instance == 0 ? router : router + '#' + instance;
    }

    private static Bytes text(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the first 16 bytes of SHA-256. */
    public static Bytes hash(Bytes bytes) {
        try {
            return Bytes.wrap(MessageDigest.getInstance("SHA-256").digest(bytes.toArray()))
                    .slice(0, HASH_LENGTH)
                    .compact();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
