// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.util.List;
import java.util.Map;
import org.pathproof.wire.Bytes;

/** MRT types by number (RFC 6396 section 4 and appendix B), and the detection of MRT files. */
final class MrtTypes {
    private static final int HEADER_LENGTH = 12;
    /** OSPFv2, TABLE_DUMP, TABLE_DUMP_V2, BGP4MP, BGP4MP_ET, ISIS, ISIS_ET, OSPFv3, OSPFv3_ET. */
    private static final List<Integer> CURRENT = List.of(11, 12, 13, 16, 17, 32, 33, 48, 49);

    private static final int LAST_DEPRECATED = 10;
    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(0, "NULL, deprecated"),
            Map.entry(1, "START, deprecated"),
            Map.entry(2, "DIE, deprecated"),
            Map.entry(3, "I_AM_DEAD, deprecated"),
            Map.entry(4, "PEER_DOWN, deprecated"),
            Map.entry(5, "BGP, deprecated"),
            Map.entry(6, "RIP, deprecated"),
            Map.entry(7, "IDRP, deprecated"),
            Map.entry(8, "RIPNG, deprecated"),
            Map.entry(9, "BGP4PLUS, deprecated"),
            Map.entry(10, "BGP4PLUS_01, deprecated"),
            Map.entry(11, "OSPFv2"),
            Map.entry(12, "TABLE_DUMP"),
            Map.entry(13, "TABLE_DUMP_V2"),
            Map.entry(16, "BGP4MP"),
            Map.entry(17, "BGP4MP_ET"),
            Map.entry(32, "ISIS"),
            Map.entry(33, "ISIS_ET"),
            Map.entry(48, "OSPFv3"),
            Map.entry(49, "OSPFv3_ET"));

    private MrtTypes() {}

    static String name(int type) {
        return NAMES.getOrDefault(type, "not assigned");
    }

    /**
     * Returns true if the bytes start like an MRT file, with an assigned type and a plausible length. A record of a
     * deprecated type must be followed by another record or by the end: the small numbers of deprecated types are
     * frequent in other files, too.
     */
    static boolean looksLikeMrt(Bytes start, boolean ended) {
        if (!hasHeader(start)) {
            return false;
        }
        if (CURRENT.contains(start.u16(4))) {
            return true;
        }
        long end = HEADER_LENGTH + start.u32(8);
        if (start.u16(4) > LAST_DEPRECATED || end > start.length()) {
            return false;
        }
        Bytes behind = start.from((int) end);
        return behind.isEmpty()
                ? ended
                : hasHeader(behind) && (behind.u16(4) <= LAST_DEPRECATED || CURRENT.contains(behind.u16(4)));
    }

    private static boolean hasHeader(Bytes start) {
        return start.length() >= HEADER_LENGTH && start.u32(8) <= Framing.MAX_MESSAGE;
    }
}
