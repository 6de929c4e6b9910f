// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.UnknownMessage;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.UnknownBmpMessage;
import org.pathproof.wire.rtr.RtrPdu;
import org.pathproof.wire.rtr.UnknownPdu;

/**
 * Counts unread input, and forwards every call to another report. The counts are printed on standard error at the end.
 * An input with unread parts, or without any message, counts as damaged.
 */
final class ReadingCheck implements Report {
    private final Report report;
    private final String file;
    private final PrintWriter err;
    private final Map<String, Long> unread = new TreeMap<>();
    private final Map<String, Long> warnings = new TreeMap<>();
    private final Map<String, Long> skippedPackets = new TreeMap<>();
    private long messages;
    private long unreadBytes;
    private long damages;
    private boolean nothing;

    ReadingCheck(Report report, String file, PrintWriter err) {
        this.report = report;
        this.file = file;
        this.err = err;
    }

    @Override
    public void onBmp(Place place, Bytes bytes, BmpMessage message, List<Decoded<BgpMessage>> bgp) {
        if (message instanceof UnknownBmpMessage) {
            note(
                    bytes.length(),
                    "BMP messages of type " + message.typeName().replace("unknown_", "") + " are not read");
        } else {
            messages++;
        }
        report.onBmp(place, bytes, message, bgp);
    }

    @Override
    public void onBgp(Place place, Bytes bytes, BgpMessage message) {
        if (message instanceof UnknownMessage) {
            note(bytes.length(), "BGP messages of type " + bytes.u8(18) + " are not read");
        } else {
            messages++;
        }
        report.onBgp(place, bytes, message);
    }

    @Override
    public void onRtr(Place place, Bytes bytes, RtrPdu pdu) {
        if (pdu instanceof UnknownPdu unknown) {
            note(
                    bytes.length(),
                    "RTR PDUs of type " + unknown.type() + " in version " + unknown.version() + " are not read");
        } else {
            messages++;
        }
        report.onRtr(place, bytes, pdu);
    }

    @Override
    public void onMrt(Place place, Bytes bytes, MrtRecordInContext record) {
        MrtJson.notRead(record.record()).ifPresentOrElse(why -> note(bytes.length(), why.message()), () -> messages++);
        report.onMrt(place, bytes, record);
    }

    @Override
    public void onHeartbeat(Place place, Bytes bytes) {
        messages++;
        report.onHeartbeat(place, bytes);
    }

    @Override
    public void onDamage(Place place, long length, WireError error) {
        damages++;
        report.onDamage(place, length, error);
    }

    @Override
    public void onUnread(Place place, long length, String type, String why) {
        note(length, why);
        report.onUnread(place, length, type, why);
    }

    @Override
    public void onSkip(long packets, String what) {
        skippedPackets.merge(what, packets, Long::sum);
        report.onSkip(packets, what);
    }

    @Override
    public void onContradiction(String why) {
        warnings.merge(why, 1L, Long::sum);
        report.onContradiction(why);
    }

    private void note(long length, String why) {
        unread.merge(why, 1L, Long::sum);
        unreadBytes += length;
    }

    @Override
    public void end(long bytes) {
        report.end(bytes);
        skippedPackets.forEach((what, packets) -> say(packets + " packets " + what + " were skipped"));
        warnings.forEach((why, count) -> say("warning: " + why + " (" + count + " times)"));
        unread.forEach((why, count) -> say(why + " (" + count + " times)"));
        if (!unread.isEmpty()) {
            say(String.format(
                    Locale.ROOT,
                    "%,d of %,d bytes were not read, in %,d places; %,d messages were read",
                    unreadBytes,
                    bytes,
                    unread.values().stream().mapToLong(Long::longValue).sum(),
                    messages));
        }
        nothing = messages == 0 && damages == 0 && unread.isEmpty();
        if (nothing) {
            say(bytes == 0 ? "the input is empty" : "no message found in " + bytes + " bytes");
        }
    }

    private void say(String what) {
        err.println("decode: " + file + ": " + what);
    }

    @Override
    public boolean damaged() {
        return report.damaged() || nothing || !unread.isEmpty();
    }
}
