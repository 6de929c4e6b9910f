// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.WireError.Code;

/**
 * Splits a stream of bytes, which arrives in pieces, into messages. After damage, the deframer searches for the next
 * probable start of a message, and reports the skipped bytes as one damaged range.
 */
final class Deframer {
    /** Receives messages and damaged ranges in order. Offsets count from the start of the stream. */
    interface Sink {
        void onMessage(long offset, Bytes message);

        void onDamage(long offset, long length, WireError error);
    }

    private final Framing framing;
    private final Sink sink;

    private Bytes pending = Bytes.EMPTY;
    /** Stream offset of {@link #pending}. */
    private long offset;
    /** Error of the range from {@link #damagedFrom}; null without damage. */
    private @Nullable WireError damage;

    private long damagedFrom;

    Deframer(Framing framing, Sink sink) {
        this.framing = framing;
        this.sink = sink;
    }

    void push(Bytes bytes) {
        pending = pending.isEmpty() ? bytes : pending.concat(bytes);
        work(false);
    }

    /**
     * Skips missing bytes. The incomplete message is lost, and the search for the next message begins after the
     * missing bytes.
     */
    void skipGap(long missing) {
        work(true);
        reportDamage();
        WireError error = new WireError(
                Code.MISSING,
                "stream",
                0,
                missing + " bytes of the stream are missing; the message around them is lost");
        damage = error;
        damagedFrom = offset;
        offset += missing;
    }

    /** Ends the stream. */
    void end() {
        work(true);
        reportDamage();
    }

    private void work(boolean ended) {
        while (!pending.isEmpty()) {
            boolean progress = damage == null ? cut(ended) : search(ended);
            if (!progress) {
                return;
            }
        }
    }

    /** Reads the next message. Returns false if it needs more bytes. */
    private boolean cut(boolean ended) {
        switch (framing.length(pending)) {
            case Decoded.Damaged<Integer>(WireError error, var bytes) -> drop(1, error);
            case Decoded.Ok<Integer>(Integer length)
            when length == 0 || length > pending.length() -> {
                if (!ended) {
                    return false;
                }
                String needed = length == 0 ? "a header of " + framing.headerLength() : "a message of " + length;
                drop(
                        1,
                        new WireError(
                                Code.TRUNCATED,
                                "stream",
                                pending.length(),
                                "the input ends after " + pending.length() + " bytes of " + needed));
            }
            case Decoded.Ok<Integer>(Integer length) -> {
                Bytes message = pending.slice(0, length);
                long at = offset;
                pending = pending.from(length);
                offset += length;
                sink.onMessage(at, message);
            }
        }
        return true;
    }

    /** Searches for the next message. Returns false if it needs more bytes. */
    private boolean search(boolean ended) {
        for (int i = 0; i < pending.length(); i++) {
            switch (framing.likeness(pending.from(i), ended)) {
                case MESSAGE -> {
                    skip(i);
                    reportDamage();
                    return true;
                }
                case UNCERTAIN -> {
                    skip(i);
                    return false;
                }
                case NOTHING -> {}
            }
        }
        skip(pending.length());
        return true;
    }

    private void drop(int bytes, WireError error) {
        if (bytes > 0 && damage == null) {
            damage = error;
            damagedFrom = offset;
        }
        skip(bytes);
    }

    private void skip(int bytes) {
        pending = pending.from(bytes);
        offset += bytes;
    }

    private void reportDamage() {
        if (damage != null && offset > damagedFrom) {
            sink.onDamage(damagedFrom, offset - damagedFrom, damage);
        }
        damage = null;
    }
}
