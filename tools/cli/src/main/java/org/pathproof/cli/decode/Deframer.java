// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.WireError.Code;

/**
 * Cuts a stream of octets, which comes in pieces, into messages. Behind damage it looks for the next place where a message seems to
 * start, and reports what lies between as one damaged stretch.
 */
final class Deframer {
    /** Takes what was found, in the order of the stream; offsets count from the start of the stream. */
    interface Sink {
        void message(long offset, Bytes message);

        void damage(long offset, long length, WireError error);
    }

    private final Framing framing;
    private final Sink sink;

    private Bytes pending = Bytes.EMPTY;
    /** Where {@link #pending} starts in the stream. */
    private long offset;
    /** What is wrong since {@link #damagedFrom}; null while all is well. */
    private @Nullable WireError damage;

    private long damagedFrom;

    Deframer(Framing framing, Sink sink) {
        this.framing = framing;
        this.sink = sink;
    }

    void push(Bytes octets) {
        pending = pending.isEmpty() ? octets : pending.concat(octets);
        work(false);
    }

    /** Octets are missing here: what was begun is lost, and the next message is looked for behind them. */
    void gap(long missing) {
        work(true);
        reportDamage();
        WireError error =
                new WireError(Code.MISSING, "stream", 0, missing + " octets are missing, and what stood around them");
        damage = error;
        damagedFrom = offset;
        offset += missing;
    }

    /** No more octets come. */
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

    /** Takes the next message; false when more octets are needed. */
    private boolean cut(boolean ended) {
        switch (framing.length(pending)) {
            case Decoded.Damaged<Integer>(WireError error, var octets) -> drop(1, error);
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
                                "the input ends after " + pending.length() + " octets of " + needed));
            }
            case Decoded.Ok<Integer>(Integer length) -> {
                Bytes message = pending.slice(0, length);
                long at = offset;
                pending = pending.from(length);
                offset += length;
                sink.message(at, message);
            }
        }
        return true;
    }

    /** Looks for the next message; false when more octets are needed. */
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

    private void drop(int octets, WireError error) {
        if (octets > 0 && damage == null) {
            damage = error;
            damagedFrom = offset;
        }
        skip(octets);
    }

    private void skip(int octets) {
        pending = pending.from(octets);
        offset += octets;
    }

    private void reportDamage() {
        if (damage != null && offset > damagedFrom) {
            sink.damage(damagedFrom, offset - damagedFrom, damage);
        }
        damage = null;
    }
}
