// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import com.google.protobuf.ByteString;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.NetworkText;

/** Formats values of protobuf messages as text for JSON. A value that is not set is null and therefore absent. */
public final class JsonText {
    private JsonText() {}

    /** Formats microseconds since 1970 as ISO 8601; null for 0, which means unknown. */
    public static @Nullable String time(long micros) {
        return micros == 0
                ? null
                : Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
    }

    /** Formats bytes in hexadecimal; null if there are none. */
    public static @Nullable String hex(ByteString bytes) {
        return bytes.isEmpty() ? null : HexFormat.of().formatHex(bytes.toByteArray());
    }

    /** Formats an address of 4 or 16 bytes; null if there is none. */
    public static @Nullable String address(ByteString bytes) {
        return bytes.isEmpty() ? null : IpAddress.format(Bytes.wrap(bytes.toByteArray()));
    }

    /** Returns a number; null for 0, which means none. */
    public static @Nullable Integer orNull(int number) {
        return number == 0 ? null : (Integer) number;
    }

    /** Returns text from the network with control characters escaped; null if it is empty. */
    public static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : NetworkText.description(text);
    }
}
