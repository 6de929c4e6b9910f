// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.EncodedFields;
import org.pathproof.wire.reading.Contradiction;
import org.pathproof.wire.reading.SessionReading;

/**
 * Decides how the messages of one view are decoded. Holds a message that fits two encodings while nothing decides, and
 * all later messages of the view, because order matters. Hands them on when evidence arrives, at an End-of-RIB, after
 * {@link #MAX_WAIT_MICROS}, or when too many are held.
 */
final class MessageReader {
    /** Longest time for which a message is held, in microseconds. */
    static final long MAX_WAIT_MICROS = 1_000_000;

    private static final int MAX_MESSAGES = 1000;

    /** Receives the messages in order. */
    interface Receiver {
        /** Returns the options that the OPENs and headers declare for a message. */
        BgpSessionOptions declaredOptions(PeerMessage message);

        /** Returns true if the bytes of a message follow the declared options, whatever they contain. */
        boolean isVerbatim(PeerMessage message);

        /**
         * Decodes a message.
         *
         * @param changed true if earlier messages were decoded with another encoding
         */
        void decode(PeerMessage message, BgpSessionOptions options, boolean changed);

        /** Refuses a message that contradicts the encoding of its session. */
        void refuse(PeerMessage message, WireError error);
    }

    private final Receiver receiver;
    private final long maxBytes;
    private final Deque<PeerMessage> held = new ArrayDeque<>();
    private long heldBytes;
    private SessionReading reading = new SessionReading();

    MessageReader(Receiver receiver, long maxBytes) {
        this.receiver = receiver;
        this.maxBytes = maxBytes;
    }

    /** Returns the contradictions between messages and options that were found so far. */
    Set<Contradiction> contradictions() {
        return reading.contradictions();
    }

    /** Returns {@link SessionReading#hasRoutesWithoutIds}. */
    boolean hasRoutesWithoutIds(AfiSafi family) {
        return reading.hasRoutesWithoutIds(family);
    }

    /** Hands the message on, or holds it. */
    void add(PeerMessage message) {
        SessionReading.Result result = result(message, true);
        if (!held.isEmpty() && endsWaiting(message)) {
            release();
        }
        if (held.isEmpty() && !(result instanceof SessionReading.Open)) {
            hand(message, result);
            return;
        }
        held.add(message.compact());
        heldBytes += message.bgp().length();
        drain();
        if (heldBytes > maxBytes || held.size() > MAX_MESSAGES) {
            release();
        }
    }

    /** Hands on messages that have been held for {@link #MAX_WAIT_MICROS}. */
    void tick(long nowMicros) {
        if (!held.isEmpty() && nowMicros - held.getFirst().receivedMicros() >= MAX_WAIT_MICROS) {
            release();
        }
    }

    /** Hands on all messages. From now on, no message is held. */
    void release() {
        if (!held.isEmpty()) {
            reading.stopWaiting();
            drain();
        }
    }

    /** Forgets the evidence: a new BGP session begins. */
    void restart() {
        reading = new SessionReading();
    }

    private void drain() {
        while (!held.isEmpty()) {
            PeerMessage first = held.getFirst();
            SessionReading.Result result = result(first, false);
            if (result instanceof SessionReading.Open) {
                return;
            }
            held.removeFirst();
            heldBytes -= first.bgp().length();
            hand(first, result);
        }
    }

    private SessionReading.Result result(PeerMessage message, boolean first) {
        BgpSessionOptions declared = receiver.declaredOptions(message);
        if (receiver.isVerbatim(message)) {
            return new SessionReading.Decided(declared, false);
        }
        return first ? reading.read(message.bgp(), declared) : reading.readAgain(message.bgp(), declared);
    }

    private void hand(PeerMessage message, SessionReading.Result result) {
        switch (result) {
            case SessionReading.Decided(BgpSessionOptions options, boolean changed) ->
                receiver.decode(message, options, changed);
            case SessionReading.Contrary(WireError error) -> receiver.refuse(message, error);
            case SessionReading.Open() -> throw new IllegalStateException("an open message is held");
        }
    }

    /** Returns true for an UPDATE without prefixes, such as an End-of-RIB. */
    private static boolean endsWaiting(PeerMessage message) {
        return EncodedFields.of(message.bgp())
                .filter(fields -> !fields.hasPrefixes())
                .isPresent();
    }
}
