// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/**
 * The table of capabilities (RFC 5492). A capability without a row, or with a value that its RFC does not allow,
 * becomes {@link Capability.Unknown}. BGP speakers ignore such a capability and use the others.
 */
public final class Capabilities {
    /** Decodes a value; returns null for a value that the capability's RFC does not allow. */
    private interface Reader {
        @Nullable
        Capability read(Bytes value);
    }

    private static final Map<Integer, Reader> READERS = Map.of(
            Capability.Multiprotocol.CODE,
            Capabilities::multiprotocol,
            Capability.RouteRefreshCapability.CODE,
            value -> value.isEmpty() ? new Capability.RouteRefreshCapability() : null,
            Capability.ExtendedMessage.CODE,
            value -> value.isEmpty() ? new Capability.ExtendedMessage() : null,
            Capability.EnhancedRouteRefresh.CODE,
            value -> value.isEmpty() ? new Capability.EnhancedRouteRefresh() : null,
            Capability.Bgpsec.CODE,
            Capabilities::bgpsec,
            Capability.Role.CODE,
            value -> value.length() == 1 ? new Capability.Role(value.u8(0)) : null,
            Capability.GracefulRestart.CODE,
            Capabilities::gracefulRestart,
            Capability.FourOctetAs.CODE,
            value -> value.length() == 4 ? new Capability.FourOctetAs(value.u32(0)) : null,
            Capability.AddPath.CODE,
            Capabilities::addPath);

    private Capabilities() {}

    /**
     * Decodes a capability that fills {@code capability} exactly: code, length and value (RFC 5492 section 4). Empty if
     * the length does not match.
     */
    public static Optional<Capability> decode(Bytes capability) {
        return capability.length() >= 2 && capability.u8(1) == capability.length() - 2
                ? Optional.of(read(capability.u8(0), capability.from(2)))
                : Optional.empty();
    }

    /** Returns true if the table has a decoder for this capability code. */
    static boolean isKnown(int code) {
        return READERS.containsKey(code);
    }

    static Capability read(int code, Bytes value) {
        Reader reader = READERS.get(code);
        Capability capability = reader == null ? null : reader.read(value);
        return capability != null ? capability : new Capability.Unknown(code, value);
    }

    /** Appends code, length and value. */
    static void write(Capability capability, ByteWriter out) {
        out.u8(capability.code());
        int lengthAt = out.length();
        out.u8(0);
        switch (capability) {
            case Capability.Multiprotocol(AfiSafi family) ->
                out.u16(family.afi()).u8(0).u8(family.safi());
            case Capability.RouteRefreshCapability(),
                    Capability.ExtendedMessage(),
                    Capability.EnhancedRouteRefresh() -> {}
            case Capability.Bgpsec(int version, Capability.Bgpsec.Direction direction, int afi) ->
                out.u8(version << 4 | (direction == Capability.Bgpsec.Direction.SEND ? 0x08 : 0))
                        .u16(afi);
            case Capability.Role(int role) -> out.u8(role);
            case Capability.GracefulRestart(int flags, int time, List<Capability.GracefulRestart.Family> families) -> {
                out.u16(flags << 12 | time & 0xfff);
                for (Capability.GracefulRestart.Family f : families) {
                    out.u16(f.family().afi()).u8(f.family().safi()).u8(f.flags());
                }
            }
            case Capability.FourOctetAs(long asn) -> out.u32(asn);
            case Capability.AddPath(List<Capability.AddPath.Entry> entries) -> {
                for (Capability.AddPath.Entry e : entries) {
                    out.u16(e.family().afi()).u8(e.family().safi()).u8(e.mode());
                }
            }
            case Capability.Unknown unknown -> out.bytes(unknown.value());
        }
        int length = out.length() - lengthAt - 1;
        if (length > 255) {
            throw new IllegalArgumentException(
                    "capability " + capability.code() + " of " + length + " bytes is longer than 255");
        }
        out.setU8(lengthAt, length);
    }

    /** Reads the value of RFC 4760 section 8; the reserved byte is ignored. */
    private static @Nullable Capability multiprotocol(Bytes value) {
        return value.length() == 4 ? new Capability.Multiprotocol(new AfiSafi(value.u16(0), value.u8(3))) : null;
    }

    /**
     * Reads the value of RFC 8205 section 2.1: four bits of version, the direction bit, three unassigned bits, the AFI.
     */
    private static @Nullable Capability bgpsec(Bytes value) {
        if (value.length() != 3) {
            return null;
        }
        int first = value.u8(0);
        return new Capability.Bgpsec(
                first >>> 4,
                (first & 0x08) != 0 ? Capability.Bgpsec.Direction.SEND : Capability.Bgpsec.Direction.RECEIVE,
                value.u16(1));
    }

    /** Reads the value of RFC 4724 section 3. */
    private static @Nullable Capability gracefulRestart(Bytes value) {
        if (value.length() < 2 || value.length() % 4 != 2) {
            return null;
        }
        ByteReader in = new ByteReader(value);
        int head = in.u16();
        List<Capability.GracefulRestart.Family> families = new ArrayList<>();
        while (in.remaining() > 0) {
            families.add(new Capability.GracefulRestart.Family(new AfiSafi(in.u16(), in.u8()), in.u8()));
        }
        return new Capability.GracefulRestart(head >>> 12, head & 0xfff, List.copyOf(families));
    }

    /** Reads the value of RFC 7911 section 4. Modes other than 1, 2 and 3 are not allowed. */
    private static @Nullable Capability addPath(Bytes value) {
        if (value.length() % 4 != 0) {
            return null;
        }
        ByteReader in = new ByteReader(value);
        List<Capability.AddPath.Entry> entries = new ArrayList<>();
        while (in.remaining() > 0) {
            Capability.AddPath.Entry entry = new Capability.AddPath.Entry(new AfiSafi(in.u16(), in.u8()), in.u8());
            if (entry.mode() < 1 || entry.mode() > 3) {
                return null;
            }
            entries.add(entry);
        }
        return new Capability.AddPath(List.copyOf(entries));
    }
}
