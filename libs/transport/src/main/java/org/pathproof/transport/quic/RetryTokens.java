// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.quic;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.quic.Quic;
import io.netty.handler.codec.quic.QuicTokenHandler;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tokens of Retry packets (RFC 9000 section 8.1.4): time, authentication code and connection ID. The code covers the
 * time, the client's address and the connection ID. The key is random and never leaves this process.
 */
final class RetryTokens implements QuicTokenHandler {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int CODE_BYTES = 32;
    private static final int HEADER_BYTES = Long.BYTES + CODE_BYTES;
    private static final long LIFETIME_NANOS = Duration.ofSeconds(30).toNanos();
    private static final int INVALID = -1;

    private final SecretKeySpec key;

    RetryTokens() {
        byte[] secret = new byte[CODE_BYTES];
        new SecureRandom().nextBytes(secret);
        key = new SecretKeySpec(secret, ALGORITHM);
    }

    @Override
    public boolean writeToken(ByteBuf out, ByteBuf connectionId, InetSocketAddress client) {
        byte[] id = new byte[connectionId.readableBytes()];
        connectionId.getBytes(connectionId.readerIndex(), id);
        long now = System.nanoTime();
        out.writeLong(now).writeBytes(code(now, client, id)).writeBytes(id);
        return true;
    }

    /** Returns the offset of the connection ID in the token; -1 for a token that is invalid or expired. */
    @Override
    public int validateToken(ByteBuf token, InetSocketAddress client) {
        int length = token.readableBytes() - HEADER_BYTES;
        if (length < 0 || length > Quic.MAX_CONN_ID_LEN) {
            return INVALID;
        }
        int start = token.readerIndex();
        long time = token.getLong(start);
        byte[] code = new byte[CODE_BYTES];
        token.getBytes(start + Long.BYTES, code);
        byte[] id = new byte[length];
        token.getBytes(start + HEADER_BYTES, id);
        long age = System.nanoTime() - time;
        boolean valid = MessageDigest.isEqual(code, code(time, client, id)) && age >= 0 && age <= LIFETIME_NANOS;
        return valid ? HEADER_BYTES : INVALID;
    }

    @Override
    public int maxTokenLength() {
        return HEADER_BYTES + Quic.MAX_CONN_ID_LEN;
    }

    private byte[] code(long time, InetSocketAddress client, byte[] id) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                    .putLong(time)
                    .putInt(client.getPort())
                    .array());
            mac.update(client.getAddress().getAddress());
            return mac.doFinal(id);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
