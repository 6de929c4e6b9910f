// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import static org.slf4j.MarkerFactory.getMarker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RouterKeyForm;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.WireError;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encodes RPKI objects for snapshots and changes in Redis, one after the other. Each starts with its kind; the highest
 * bit of the kind marks a withdrawal.
 */
final class RpkiRecords {
    private static final Logger log = LoggerFactory.getLogger(RpkiRecords.class);
    private static final int WITHDRAWN = 0x80;
    private static final int ROUTER_KEY = 1;
    private static final int VRP_IPV4 = 2;
    private static final int VRP_IPV6 = 3;
    private static final int ASPA = 4;
    private static final int SKI_LENGTH = 20;

    private RpkiRecords() {}

    /** Decoded objects, in the order in which they were written. */
    record Records(List<RpkiObject> announced, List<RpkiObject> withdrawn) {}

    static void write(RpkiObject object, boolean withdrawn, ByteWriter to) {
        int flag = withdrawn ? WITHDRAWN : 0;
        switch (object) {
            case RouterKey key ->
                to.u8(ROUTER_KEY | flag)
                        .u32(key.asn())
                        .bytes(key.ski())
                        .u16(key.spkiLength())
                        .bytes(key.spki());
            case Vrp vrp ->
                to.u8((vrp.prefix().isIpv4() ? VRP_IPV4 : VRP_IPV6) | flag)
                        .u8(vrp.prefix().length())
                        .u8(vrp.maxLength())
                        .u32(vrp.asn())
                        .bytes(vrp.prefix().nlriBytes());
            case Aspa aspa -> {
                to.u8(ASPA | flag).u32(aspa.customer()).u32(aspa.providers().size());
                aspa.providers().forEach(to::u32);
            }
        }
    }

    static byte[] change(Collection<? extends RpkiObject> announced, Collection<? extends RpkiObject> withdrawn) {
        ByteWriter w = new ByteWriter(1024);
        withdrawn.forEach(object -> write(object, true, w));
        announced.forEach(object -> write(object, false, w));
        return w.toArray();
    }

    /** Encodes all objects as announcements, in parts of about {@code partSize} bytes. No object spans two parts. */
    static List<byte[]> parts(Collection<? extends RpkiObject> objects, int partSize) {
        List<byte[]> parts = new ArrayList<>();
        ByteWriter w = new ByteWriter(partSize + 1024);
        for (RpkiObject object : objects) {
            write(object, false, w);
            if (w.length() >= partSize) {
                parts.add(w.toArray());
                w = new ByteWriter(partSize + 1024);
            }
        }
        if (w.length() > 0 || parts.isEmpty()) {
            parts.add(w.toArray());
        }
        return parts;
    }

    /** Decodes objects. Malformed router keys are left out. */
    static Decoded<Records> read(Bytes bytes) {
        int refused = 0;
        List<RpkiObject> announced = new ArrayList<>();
        List<RpkiObject> withdrawn = new ArrayList<>();
        ByteReader r = new ByteReader(bytes);
        while (r.has(1)) {
            int start = r.position();
            int kind = r.u8();
            RpkiObject object = switch (kind & ~WITHDRAWN) {
                case ROUTER_KEY -> routerKey(r);
                case VRP_IPV4 -> vrp(r, AfiSafi.AFI_IPV4);
                case VRP_IPV6 -> vrp(r, AfiSafi.AFI_IPV6);
                case ASPA -> aspa(r);
                default -> null;
            };
            if (object == null) {
                return Decoded.damaged(
                        new WireError(
                                WireError.Code.BAD_VALUE, "RPKI record", start, "no complete record of a known kind"),
                        bytes);
            }
            String defect = object instanceof RouterKey key
                    ? RouterKeyForm.defectOfSpki(key.spki()).orElse(null)
                    : null;
            if (defect == null) {
                ((kind & WITHDRAWN) == 0 ? announced : withdrawn).add(object);
            } else if (refused++ == 0) {
                log.warn(
                        getMarker("redis-key-refused"),
                        "Router key in Redis refused: key=\"{}\" reason=\"it {}\"",
                        named((RouterKey) object),
                        defect);
            }
        }
        if (refused > 1) {
            log.warn(getMarker("redis-keys-refused"), "More router keys in Redis refused: count={}", refused - 1);
        }
        return Decoded.ok(new Records(announced, withdrawn));
    }

    private static String named(RouterKey key) {
        return "router key of AS" + key.asn() + " with SKI " + key.ski().toHex();
    }

    private static @Nullable RouterKey routerKey(ByteReader r) {
        if (!r.has(4 + SKI_LENGTH + 2)) {
            return null;
        }
        long asn = r.u32();
        Bytes ski = r.take(SKI_LENGTH);
        int length = r.u16();
        return r.has(length) ? new RouterKey(asn, ski, r.take(length)) : null;
    }

    private static @Nullable Vrp vrp(ByteReader r, int afi) {
        if (!r.has(6)) {
            return null;
        }
        int length = r.u8();
        int maxLength = r.u8();
        long asn = r.u32();
        if (length > Prefix.maxLength(afi) || maxLength > Prefix.maxLength(afi) || !r.has((length + 7) / 8)) {
            return null;
        }
        return new Vrp(Prefix.of(afi, r.take((length + 7) / 8), length), maxLength, asn);
    }

    private static @Nullable Aspa aspa(ByteReader r) {
        if (!r.has(8)) {
            return null;
        }
        long customer = r.u32();
        long count = r.u32();
        if (count > r.remaining() / 4) {
            return null;
        }
        List<Long> providers = new ArrayList<>((int) count);
        for (int i = 0; i < count; i++) {
            providers.add(r.u32());
        }
        return new Aspa(customer, providers);
    }
}
