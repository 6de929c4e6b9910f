// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLSocketFactory;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpFramer;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.KeepAlive;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bgp.Update;

/** A router that connects to a speaker, reads UPDATEs and can stop reading. A router always sends KEEPALIVEs. */
final class TestRouter implements AutoCloseable {
    private static final int RECEIVE_BUFFER_BYTES = 8 << 10;
    private static final int KEEPALIVE_MILLIS = 500;

    private final Socket socket;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean stopped;
    final Set<Prefix> routes = ConcurrentHashMap.newKeySet();
    final AtomicLong received = new AtomicLong();

    /** Connects from an address and sends an OPEN with a Hold Time in seconds. */
    TestRouter(InetAddress address, InetSocketAddress speaker, long as, int holdTime) throws IOException {
        this(address, speaker, as, holdTime, Optional.empty());
    }

    /** Connects over TLS if there is a factory. */
    TestRouter(InetAddress address, InetSocketAddress speaker, long as, int holdTime, Optional<SSLSocketFactory> tls)
            throws IOException {
        Socket tcp = new Socket();
        tcp.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
        tcp.bind(new InetSocketAddress(address, 0));
        tcp.connect(speaker);
        socket = tls.isEmpty()
                ? tcp
                : tls.get().createSocket(tcp, speaker.getAddress().getHostAddress(), speaker.getPort(), true);
        int identifier = (int) Bytes.wrap(address.getAddress()).u32(0);
        send(new Open(
                4,
                (int) as,
                holdTime,
                identifier,
                List.of(new Capability.Multiprotocol(AfiSafi.IPV4_UNICAST), new Capability.FourOctetAs(as))));
        Thread.ofPlatform().daemon().name("router-" + address.getHostAddress()).start(this::read);
        Thread.ofPlatform()
                .daemon()
                .name("keepalive-" + address.getHostAddress())
                .start(this::keepAlive);
    }

    /** Stops reading. The connection stays open. */
    void stopReading() {
        stopped = true;
    }

    private synchronized void send(BgpMessage message) throws IOException {
        socket.getOutputStream()
                .write(BgpCodec.encode(message, BgpSessionOptions.DEFAULT).toArray());
    }

    private void read() {
        try {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (!stopped) {
                byte[] header = in.readNBytes(BgpFramer.HEADER_LENGTH);
                if (header.length < BgpFramer.HEADER_LENGTH) {
                    break;
                }
                int length = Bytes.wrap(header).u16(16);
                Bytes message = Bytes.wrap(header).concat(Bytes.wrap(in.readNBytes(length - header.length)));
                received.addAndGet(length);
                handle(BgpCodec.decode(message, BgpSessionOptions.DEFAULT).orThrow());
            }
            closed.await();
        } catch (IOException e) {
            closed.countDown(); // the speaker or the test closed the connection
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void handle(BgpMessage message) throws IOException {
        if (message instanceof Open) {
            send(new KeepAlive());
        } else if (message instanceof Update update) {
            update.nlri().forEach(nlri -> routes.add(nlri.prefix()));
            update.withdrawn().forEach(nlri -> routes.remove(nlri.prefix()));
        }
    }

    private void keepAlive() {
        try {
            while (!closed.await(KEEPALIVE_MILLIS, TimeUnit.MILLISECONDS)) {
                send(new KeepAlive());
            }
        } catch (IOException e) {
            closed.countDown(); // the connection is closed
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        socket.close();
    }
}
