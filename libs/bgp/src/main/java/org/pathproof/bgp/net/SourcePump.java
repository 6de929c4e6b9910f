// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import static org.slf4j.MarkerFactory.getMarker;

import io.netty.channel.EventLoop;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgp.NegotiatedSession;
import org.pathproof.bgp.UpdateSource;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Moves messages of a source to the established connection while it accepts bytes. */
final class SourcePump {
    private static final Logger log = LoggerFactory.getLogger(SourcePump.class);
    /** Maximum number of messages of one neighbor before the other neighbors of the event loop are served. */
    private static final int MESSAGES_PER_TURN = 256;

    /** Receives the messages of the source. */
    interface Output {
        void write(Link link, Bytes message);

        void flush(Link link);

        /** Ends the connection after an exception of the source. */
        void onSourceFailure(Link link, RuntimeException e);
    }

    private final UpdateSource source;
    private final EventLoop loop;
    private final Output output;
    private final AtomicBoolean awake = new AtomicBoolean();
    private @Nullable Link established;

    SourcePump(UpdateSource source, EventLoop loop, Output output) {
        this.source = source;
        this.loop = loop;
        this.output = output;
    }

    void start(Link link, NegotiatedSession session) {
        established = link;
        callSource(() -> source.onSessionEstablished(session, this::wake));
        wake();
    }

    void refresh(AfiSafi family) {
        callSource(() -> source.refresh(family));
        wake();
    }

    void end() {
        established = null;
        callSource(source::onSessionClosed);
    }

    /** Makes the event loop poll the source. May be called by any thread. */
    void wake() {
        if (awake.compareAndSet(false, true)) {
            try {
                loop.execute(this::poll);
            } catch (RejectedExecutionException e) {
                log.debug("The speaker is stopped", e);
            }
        }
    }

    private void poll() {
        awake.set(false);
        Link link = established;
        if (link == null) {
            return;
        }
        boolean more = true;
        try {
            for (int sent = 0; more && sent < MESSAGES_PER_TURN && link.isWritable(); sent++) {
                Optional<Bytes> message = source.poll();
                message.ifPresent(bytes -> output.write(link, bytes));
                more = message.isPresent();
            }
        } catch (RuntimeException e) {
            output.onSourceFailure(link, e);
            return;
        }
        output.flush(link);
        if (more && link.isWritable()) {
            wake();
        }
    }

    private void callSource(Runnable call) {
        Link link = established;
        try {
            call.run();
        } catch (RuntimeException e) {
            if (link == null) {
                log.error(
                        getMarker("bgp-source-end-failed"), "The source of messages failed at the end of a session", e);
            } else {
                output.onSourceFailure(link, e);
            }
        }
    }
}
