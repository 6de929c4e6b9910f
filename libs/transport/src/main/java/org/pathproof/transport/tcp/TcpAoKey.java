// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tcp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.wire.Bytes;

/**
 * A master key tuple of TCP-AO (RFC 5925 section 3.1).
 *
 * @param sendId KeyID of segments to the peer, 0 to 255
 * @param receiveId KeyID of segments from the peer, 0 to 255
 * @param algorithm algorithm of the message authentication code
 * @param secret master key, 1 to 80 bytes
 */
public record TcpAoKey(int sendId, int receiveId, Algorithm algorithm, Bytes secret) {
    /**
     * Stands for keys that come from the TLS handshake of each connection; {@code tls} in settings. The secret is
     * public: it signs the segments of the handshake.
     */
    public static final TcpAoKey HANDSHAKE = new TcpAoKey(
            0, 0, Algorithm.HMAC_SHA_1_96, Bytes.wrap("initial key before TLS".getBytes(StandardCharsets.US_ASCII)));

    private static final String HANDSHAKE_LABEL = "tls";
    private static final int MAX_SECRET_BYTES = 80;
    private static final int FIELDS = 4;

    /** The two algorithms of RFC 5926 section 3.1. Both have codes of 96 bits. */
    public enum Algorithm {
        HMAC_SHA_1_96("hmac-sha-1-96", "hmac(sha1)"),
        AES_128_CMAC_96("aes-128-cmac-96", "cmac(aes128)");

        private final String label;
        private final String kernelName;

        Algorithm(String label, String kernelName) {
            this.label = label;
            this.kernelName = kernelName;
        }

        /** Returns the name in settings. */
        public String label() {
            return label;
        }

        /** Returns the name of the algorithm in Linux. */
        String kernelName() {
            return kernelName;
        }

        static Algorithm of(String label) {
            return Arrays.stream(values())
                    .filter(algorithm -> algorithm.label.equals(label))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "TCP-AO algorithm \"" + label + "\" is neither hmac-sha-1-96 nor aes-128-cmac-96"));
        }
    }

    public TcpAoKey {
        if (sendId < 0 || sendId > 255 || receiveId < 0 || receiveId > 255) {
            throw new IllegalArgumentException("TCP-AO key: send and receive id are 0 to 255, not " + sendId + " and "
                    + receiveId + " (RFC 5925 section 2.2)");
        }
        if (secret.length() < 1 || secret.length() > MAX_SECRET_BYTES) {
            throw new IllegalArgumentException(
                    "TCP-AO key " + sendId + ": the secret has " + secret.length() + " bytes, must be 1 to 80");
        }
    }

    /**
     * Parses a key of the form {@code SEND-ID RECEIVE-ID ALGORITHM SECRET}, or {@code tls} ({@link #HANDSHAKE}).
     *
     * @throws IllegalArgumentException for another form; the message omits the secret
     */
    public static TcpAoKey parse(String text) {
        if (text.strip().equals(HANDSHAKE_LABEL)) {
            return HANDSHAKE;
        }
        String[] fields = text.strip().split("\\s+", FIELDS);
        if (fields.length != FIELDS || !fields[0].matches("\\d{1,3}") || !fields[1].matches("\\d{1,3}")) {
            throw new IllegalArgumentException(
                    "TCP-AO key is not SEND-ID RECEIVE-ID ALGORITHM SECRET, for example: 1 1 hmac-sha-1-96 SECRET; nor tls");
        }
        return new TcpAoKey(
                Integer.parseInt(fields[0]),
                Integer.parseInt(fields[1]),
                Algorithm.of(fields[2]),
                Bytes.wrap(fields[3].getBytes(StandardCharsets.UTF_8)));
    }

    /** Parses one key per entry; see {@link #parse}. */
    public static List<TcpAoKey> parseAll(List<String> texts) {
        return texts.stream()
                .map(String::strip)
                .filter(text -> !text.isEmpty() && !text.startsWith("#"))
                .map(TcpAoKey::parse)
                .toList();
    }

    /** Returns true if a connection cannot have both keys, because of a common id (RFC 5925 section 3.1). */
    boolean excludes(TcpAoKey other) {
        return sendId == other.sendId || receiveId == other.receiveId;
    }

    /** Omits the secret. */
    @Override
    public String toString() {
        return "TCP-AO key send=" + sendId + " receive=" + receiveId + " algorithm=" + algorithm.label();
    }

    /**
     * Checks the keys of a socket.
     *
     * @throws IllegalArgumentException if two keys exclude each other
     */
    static void checkTogether(Collection<TcpAoKey> keys) {
        if (keys.contains(HANDSHAKE) && keys.size() > 1) {
            throw new IllegalArgumentException("the TCP-AO key tls excludes other keys");
        }
        Set<Integer> sendIds = new HashSet<>();
        Set<Integer> receiveIds = new HashSet<>();
        for (TcpAoKey key : keys) {
            if (!sendIds.add(key.sendId()) || !receiveIds.add(key.receiveId())) {
                throw new IllegalArgumentException(
                        key + ": another key has the same send or receive id (RFC 5925 section 3.1)");
            }
        }
    }
}
