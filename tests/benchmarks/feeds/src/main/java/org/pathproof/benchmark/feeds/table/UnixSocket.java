// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds.table;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Predicate;

/** A connection to the command socket of a routing daemon. Not thread-safe. */
public final class UnixSocket implements Closeable {
    private final SocketChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(65_536);

    public UnixSocket(Path path) throws IOException {
        channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(path));
    }

    public void send(String text) throws IOException {
        ByteBuffer out = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        while (out.hasRemaining()) {
            channel.write(out);
        }
    }

    /** Reads until the bytes so far are a complete response. */
    public byte[] read(Predicate<byte[]> complete) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        do {
            buffer.clear();
            int count = channel.read(buffer);
            if (count < 0) {
                throw new IOException("the routing daemon closed its command socket");
            }
            answer.write(buffer.array(), 0, count);
        } while (!complete.test(answer.toByteArray()));
        return answer.toByteArray();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
