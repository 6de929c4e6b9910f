// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/**
 * The content of an export, independent of the format.
 *
 * @param sets in the order of their neighbors, with distinct names
 * @param serial digest of the selection and the sets in hexadecimal. Equal contents have equal serials at every replica
 */
record ExportContent(Selection selection, List<PrefixSet> sets, String serial) {
    private static final int SERIAL_BYTES = 16;
    private static final int OBJECT_BYTES = 256;

    static ExportContent of(Selection selection, List<PrefixSet> sets) {
        return new ExportContent(selection, List.copyOf(sets), digest(selection, sets));
    }

    /** Returns the approximate size in memory, in bytes. */
    long bytes() {
        return sets.stream()
                .mapToLong(set -> OBJECT_BYTES + set.ipv4().bytes() + set.ipv6().bytes())
                .sum();
    }

    private static String digest(Selection selection, List<PrefixSet> sets) {
        MessageDigest digest = Sha256.create();
        addText(digest, selection.toString());
        for (PrefixSet set : sets) {
            addText(digest, set.name());
            addText(digest, set.neighbor());
            addText(digest, Integer.toString(set.ambiguous()));
            set.ipv4().update(digest);
            set.ipv6().update(digest);
        }
        return HexFormat.of().formatHex(digest.digest(), 0, SERIAL_BYTES);
    }

    private static void addText(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update((byte) (bytes.length >>> 8));
        digest.update((byte) bytes.length);
        digest.update(bytes);
    }
}
