// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tcp;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.pathproof.wire.Prefix;

/**
 * Protection of the TCP segments of peers.
 *
 * @param peers addresses of the peers; TCP-MD5 and TCP-AO apply to these, and only these may connect if one of them is
 *     set
 * @param md5Password TCP-MD5 password of 1 to 80 bytes (RFC 2385); empty for none
 * @param ao keys of TCP-AO (RFC 5925). The first one signs segments to the peer until the peer requests another one;
 *     the same key is requested from the peer
 * @param maxHops maximum number of hops to a peer, 1 for a direct connection (GTSM, RFC 5082); 0 turns the check off
 */
public record TcpProtection(List<Prefix> peers, String md5Password, TcpAoKeys ao, int maxHops) {
    /** No protection. */
    public static final TcpProtection NONE = new TcpProtection(List.of(), "", List.of(), 0);

    private static final int MAX_PASSWORD_BYTES = 80;
    private static final int MAX_HOPS = 254;

    public TcpProtection {
        peers = List.copyOf(peers);
        List<TcpAoKey> aoKeys = ao.current();
        int length = md5Password.getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_PASSWORD_BYTES) {
            throw new IllegalArgumentException("the TCP-MD5 password has " + length + " bytes, must be at most 80");
        }
        if (!md5Password.isEmpty() && !aoKeys.isEmpty()) {
            throw new IllegalArgumentException(
                    "TCP-MD5 and TCP-AO exclude each other on a connection (RFC 5925 section 7.3): set one of them");
        }
        if ((!md5Password.isEmpty() || !aoKeys.isEmpty()) && peers.isEmpty()) {
            throw new IllegalArgumentException("TCP-MD5 and TCP-AO need the addresses of the peers");
        }
        if (maxHops < 0 || maxHops > MAX_HOPS) {
            throw new IllegalArgumentException("the maximum number of hops is " + maxHops + ", must be 0 to 254");
        }
    }

    /** Creates a protection with keys that do not change. */
    public TcpProtection(List<Prefix> peers, String md5Password, List<TcpAoKey> aoKeys, int maxHops) {
        this(peers, md5Password, TcpAoKeys.of(aoKeys), maxHops);
    }

    /** Returns the TCP-AO keys in force; empty for none. */
    public List<TcpAoKey> aoKeys() {
        return ao.current();
    }

    /** Returns true if nothing is protected. */
    public boolean isNone() {
        return !signsSegments() && maxHops == 0;
    }

    /** Returns true with TCP-MD5 or TCP-AO. */
    public boolean signsSegments() {
        return !md5Password.isEmpty() || !aoKeys().isEmpty();
    }

    /** Returns true if the TCP-AO keys come from the TLS handshake ({@link TcpAoKey#HANDSHAKE}). */
    public boolean hasHandshakeKeys() {
        return aoKeys().contains(TcpAoKey.HANDSHAKE);
    }

    /**
     * Checks the protection of connections without TLS.
     *
     * @throws IllegalArgumentException if it needs TLS
     */
    public TcpProtection withoutTls() {
        if (hasHandshakeKeys()) {
            throw new IllegalArgumentException("the TCP-AO key tls needs TLS");
        }
        return this;
    }

    /** Omits the password and the keys. */
    @Override
    public String toString() {
        String signature = md5Password.isEmpty() ? aoKeys().isEmpty() ? "" : "TCP-AO" : "TCP-MD5";
        String hops = maxHops == 0 ? "" : "GTSM with " + maxHops + (maxHops == 1 ? " hop" : " hops");
        return signature + (signature.isEmpty() || hops.isEmpty() ? "" : ", ") + hops;
    }
}
