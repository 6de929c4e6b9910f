// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.openbmp;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.NetworkText;
import org.pathproof.wire.WireError;
import org.pathproof.wire.WireError.Code;

/**
 * The text header of OpenBMP's raw records: the lines {@code V}, {@code C_HASH_ID}, {@code R_HASH} (or
 * {@code R_HASH_ID}), {@code R_IP} and {@code L}, an empty line, then {@code L} bytes of BMP. Lines end with LF or
 * CRLF. Lines with other names are skipped. A line without a colon is an error.
 */
final class TextHeader {
    /** Maximum length of the header in bytes. */
    private static final int MAX_LENGTH = 4096;

    /** The fields by name, and the length up to the end of the empty line. */
    private record Header(Map<String, String> fields, int length) {}

    private TextHeader() {}

    static boolean starts(Bytes record) {
        return !record.isEmpty() && record.u8(0) == 'V';
    }

    static Decoded<OpenBmpRaw> decode(Bytes record) {
        return switch (parse(record)) {
            case Decoded.Ok<Header>(var header) -> decode(record, header.fields(), header.length());
            case Decoded.Damaged<Header>(var error, var bytes) -> Decoded.damaged(error, bytes);
        };
    }

    /** Returns the length of header and BMP, or 0 until the empty line is received. */
    static Decoded<Long> recordLength(Bytes start) {
        return switch (parse(start)) {
            case Decoded.Ok<Header>(var header) -> {
                String length = header.fields().getOrDefault("L", "");
                yield length.matches("\\d{1,10}")
                        ? Decoded.ok(header.length() + Long.parseLong(length))
                        : damaged(start, Code.MISSING, "L", 0, "L is not the number of BMP bytes that follow");
            }
            case Decoded.Damaged<Header>(var error, var bytes)
            when error.code() == Code.TRUNCATED && start.length() < MAX_LENGTH -> Decoded.ok(0L);
            case Decoded.Damaged<Header>(var error, var bytes) -> Decoded.damaged(error, bytes);
        };
    }

    private static Decoded<Header> parse(Bytes record) {
        Map<String, String> fields = new HashMap<>();
        int at = 0;
        while (true) {
            int end = endOfLine(record, at);
            if (end < 0) {
                return damaged(record, Code.TRUNCATED, "blank line", at, "no blank line ends the header");
            }
            String line = line(record, at, end);
            int lineAt = at;
            at = end + 1;
            if (line.isEmpty()) {
                return Decoded.ok(new Header(fields, at));
            }
            int colon = line.indexOf(':');
            if (colon < 0) {
                return damaged(record, Code.BAD_VALUE, "line", lineAt, "a line without a colon");
            }
            fields.put(
                    line.substring(0, colon).strip().toUpperCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
    }

    private static Decoded<OpenBmpRaw> decode(Bytes record, Map<String, String> fields, int bmpAt) {
        @Nullable String length = fields.get("L");
        int bytes = record.length() - bmpAt;
        if (length != null && !length.equals(Integer.toString(bytes))) {
            return damaged(
                    record, Code.BAD_LENGTH, "L", 0, "L is '" + length + "', but " + bytes + " bytes of BMP follow");
        }
        Optional<Bytes> collectorHash;
        Optional<Bytes> routerHash;
        Optional<Bytes> routerIp;
        try {
            collectorHash = Optional.ofNullable(fields.get("C_HASH_ID")).map(TextHeader::hex);
            routerHash = Optional.ofNullable(fields.getOrDefault("R_HASH", fields.get("R_HASH_ID")))
                    .map(TextHeader::hex);
            routerIp = Optional.ofNullable(fields.get("R_IP")).map(IpAddress::parse);
        } catch (IllegalArgumentException e) {
            return damaged(record, Code.BAD_VALUE, "hash or address", 0, "a hash or address: " + e.getMessage());
        }
        return Decoded.ok(new OpenBmpRaw(routerHash, routerIp, collectorHash, "", "", 0, record.from(bmpAt)));
    }

    private static Bytes hex(String text) {
        return Bytes.wrap(HexFormat.of().parseHex(text));
    }

    /**
     * Returns the index of the LF that ends the line at {@code from}, or -1 if there is none within
     * {@link #MAX_LENGTH}.
     */
    private static int endOfLine(Bytes record, int from) {
        for (int i = from; i < Math.min(record.length(), MAX_LENGTH); i++) {
            if (record.u8(i) == '\n') {
                return i;
            }
        }
        return -1;
    }

    private static String line(Bytes record, int from, int end) {
        return new String(record.slice(from, end).toArray(), StandardCharsets.UTF_8).strip();
    }

    private static <T> Decoded<T> damaged(Bytes record, Code code, String field, int offset, String what) {
        return Decoded.damaged(
                new WireError(
                        code,
                        "OpenBMP text / " + field,
                        offset,
                        "OpenBMP text header: " + NetworkText.description(what)),
                record);
    }
}
