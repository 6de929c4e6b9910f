// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads the routes of UPDATEs: the attributes of each prefix. It does not use the decoder of the project, which may
 * refuse the attributes that a router passes on.
 */
final class ObservedRoutes {
    private static final int EXTENDED_LENGTH = 0x10;
    private static final int MP_REACH_NLRI = 14;

    private ObservedRoutes() {}

    /** Returns the attributes of each announced prefix by type code. Prefixes and values are hexadecimal digits. */
    static Map<String, Map<Integer, String>> of(List<byte[]> updates) {
        Map<String, Map<Integer, String>> routes = new HashMap<>();
        for (byte[] update : updates) {
            read(ByteBuffer.wrap(update), routes);
        }
        return routes;
    }

    private static void read(ByteBuffer update, Map<String, Map<Integer, String>> routes) {
        part(update, update.getShort() & 0xffff);
        ByteBuffer rest = part(update, update.getShort() & 0xffff);
        Map<Integer, String> attributes = new TreeMap<>();
        ByteBuffer reach = ByteBuffer.allocate(0);
        while (rest.hasRemaining()) {
            int flags = rest.get() & 0xff;
            int type = rest.get() & 0xff;
            boolean extended = (flags & EXTENDED_LENGTH) != 0;
            ByteBuffer value = part(rest, extended ? rest.getShort() & 0xffff : rest.get() & 0xff);
            String text = "%02x:".formatted(flags & ~EXTENDED_LENGTH);
            if (type == MP_REACH_NLRI) {
                int nextHop = 5 + value.get(3);
                reach = value.slice(nextHop, value.limit() - nextHop);
                value = value.slice(0, nextHop);
            }
            // A repeated attribute is visible as two values.
            attributes.merge(type, text + hex(value), (one, two) -> one + " " + two);
        }
        prefixes(update).forEach(prefix -> routes.put(prefix, attributes));
        prefixes(reach).forEach(prefix -> routes.put(prefix, attributes));
    }

    private static List<String> prefixes(ByteBuffer bytes) {
        List<String> prefixes = new ArrayList<>();
        while (bytes.hasRemaining()) {
            int length = bytes.get(bytes.position()) & 0xff;
            prefixes.add(hex(part(bytes, 1 + (length + 7) / 8)));
        }
        return prefixes;
    }

    private static ByteBuffer part(ByteBuffer bytes, int length) {
        ByteBuffer part = bytes.slice(bytes.position(), length);
        bytes.position(bytes.position() + length);
        return part;
    }

    private static String hex(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return HexFormat.of().formatHex(copy);
    }
}
