// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.NetworkText;

/**
 * A router as the pipeline names it.
 *
 * @param hash 16 octets
 * @param ip the address that its messages came from, as text
 * @param name as its certificate or a rule has it, else the sysName of its Initiation (RFC 7854 section 4.4), or empty; bounded and escaped
 */
public record RouterIdentity(Bytes hash, String ip, String name) {
    public static final int HASH_LENGTH = 16;

    public RouterIdentity {
        if (hash.length() != HASH_LENGTH) {
            throw new IllegalArgumentException("a router hash has 16 octets, not " + hash.length());
        }
        name = NetworkText.name(name);
    }

    /**
     * A router that connected itself: its hash is the start of SHA-256 over its address and sysName, so that routers behind one
     * translated address are told apart by name.
     */
    public static RouterIdentity of(String ip, String name) {
        return new RouterIdentity(hash(text(ip + "\n" + name)), ip, name);
    }

    /** A router whose name was proved by its certificate, or configured: the same wherever it connects from. */
    public static RouterIdentity named(String name, String ip) {
        return new RouterIdentity(hash(text("name\n" + name)), ip, name);
    }

    /** A router behind a proxy: the proxy's name and the router's sysName tell it apart from all others. */
    public static RouterIdentity behind(String proxy, String ip, String sysName) {
        return new RouterIdentity(
                hash(text("name\n" + proxy + "\n" + sysName)), ip, sysName.isEmpty() ? proxy : sysName);
    }

    /** The hash that an OpenBMP producer gave, copied where it has 16 octets; else the start of SHA-256 over what it wrote. */
    public static Bytes hashOf(Bytes producers) {
        return producers.length() == HASH_LENGTH ? producers : hash(producers);
    }

    /** What metrics and logs call it. */
    public String label() {
        return !name.isEmpty() ? name : !ip.isEmpty() ? ip : hash.toHex();
    }

    private static Bytes text(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The first 16 octets of SHA-256. */
    static Bytes hash(Bytes octets) {
        try {
            return Bytes.wrap(MessageDigest.getInstance("SHA-256").digest(octets.toArray()))
                    .slice(0, HASH_LENGTH)
                    .compact();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
