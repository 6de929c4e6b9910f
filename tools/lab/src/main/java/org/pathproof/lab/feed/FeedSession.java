// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.feed;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.KeepAlive;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MpUnreach;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Notification;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bgp.Update;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One iBGP session that a replica of Pathproof opened: its prefixes, and the end of its table. */
final class FeedSession implements Closeable {
    private static final Logger log = LoggerFactory.getLogger(FeedSession.class);
    private static final int HEADER_BYTES = 19;
    private static final int LENGTH_AT = 16;
    private static final int HOLD_TIME_SECONDS = 90;
    private static final int AS_TRANS = 23456;
    /** BGP Identifier 192.0.2.200 of the router. */
    private static final int IDENTIFIER = 0xc00002c8;

    private final Socket socket;
    private final long localAs;
    private final SessionListener listener;
    private final Set<Prefix> prefixes = ConcurrentHashMap.newKeySet();
    private volatile boolean complete;
    private volatile int identifier;

    /** Events of a session. */
    interface SessionListener {
        /** The speaker sent its OPEN. */
        void onOpen(FeedSession session);

        /** The table is complete. */
        void onEndOfRib();
    }

    /**
     * Creates a session on an accepted connection.
     *
     * @param listener called on the thread of {@link #run}
     */
    FeedSession(Socket socket, long localAs, SessionListener listener) {
        this.socket = socket;
        this.localAs = localAs;
        this.listener = listener;
    }

    /** Returns the BGP Identifier of the speaker; 0 before its OPEN. */
    int identifier() {
        return identifier;
    }

    boolean isComplete() {
        return complete;
    }

    boolean announces(Prefix prefix) {
        return prefixes.contains(prefix);
    }

    int prefixes() {
        return prefixes.size();
    }

    /**
     * Reads until the end of the session.
     *
     * @throws IOException at the end of the connection, after a NOTIFICATION, or for a message that cannot be decoded
     */
    void run() throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(HOLD_TIME_SECONDS * 1000);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        if (!(read(in, BgpSessionOptions.DEFAULT) instanceof Open speaker)) {
            throw new IOException("the first message is not OPEN");
        }
        identifier = speaker.bgpIdentifier();
        listener.onOpen(this);
        Open own = open();
        send(own);
        send(new KeepAlive());
        BgpSessionOptions options = BgpCodec.options(speaker, own);
        while (true) {
            switch (read(in, options)) {
                case Update update -> apply(update);
                case KeepAlive() -> send(new KeepAlive());
                case Notification n -> throw new IOException("NOTIFICATION " + n.errorCode() + "/" + n.errorSubcode());
                default -> {} // Other messages change no route.
            }
        }
    }

    private void apply(Update update) {
        update.withdrawn().forEach(nlri -> prefixes.remove(nlri.prefix()));
        update.find(MpUnreach.class)
                .ifPresent(unreach -> unreach.withdrawn().forEach(n -> prefixes.remove(n.prefix())));
        update.nlri().forEach(nlri -> prefixes.add(nlri.prefix()));
        update.find(MpReach.class).map(MpReach::nlri).orElse(List.<Nlri>of()).forEach(n -> prefixes.add(n.prefix()));
        if (!complete
                && update.withdrawn().isEmpty()
                && update.attributes().isEmpty()
                && update.nlri().isEmpty()) {
            complete = true; // End-of-RIB of IPv4 unicast (RFC 4724 section 2)
            listener.onEndOfRib();
        }
    }

    private Open open() {
        return new Open(
                4,
                localAs > 0xffff ? AS_TRANS : (int) localAs,
                HOLD_TIME_SECONDS,
                IDENTIFIER,
                List.of(
                        new Capability.Multiprotocol(AfiSafi.IPV4_UNICAST),
                        new Capability.Multiprotocol(AfiSafi.IPV6_UNICAST),
                        new Capability.FourOctetAs(localAs)));
    }

    private static BgpMessage read(DataInputStream in, BgpSessionOptions options) throws IOException {
        byte[] header = new byte[HEADER_BYTES];
        in.readFully(header);
        int length = Bytes.wrap(header).u16(LENGTH_AT);
        if (length < HEADER_BYTES) {
            throw new IOException("BGP message of " + length + " bytes");
        }
        byte[] body = new byte[length - HEADER_BYTES];
        in.readFully(body);
        return switch (BgpCodec.decode(Bytes.wrap(header).concat(Bytes.wrap(body)), options)) {
            case Decoded.Ok<BgpMessage>(BgpMessage message) -> message;
            case Decoded.Damaged<BgpMessage>(var error, var _) -> throw new IOException(error.toString());
        };
    }

    private void send(BgpMessage message) throws IOException {
        socket.getOutputStream()
                .write(BgpCodec.encode(message, BgpSessionOptions.DEFAULT).toArray());
    }

    @Override
    public void close() {
        complete = false;
        try {
            socket.close();
        } catch (IOException e) {
            log.debug("Closing {}", socket, e);
        }
    }
}
