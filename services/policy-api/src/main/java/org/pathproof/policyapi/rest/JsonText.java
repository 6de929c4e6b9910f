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

/** What protobuf holds, as JSON shows it: what is not set is null, and so left out. */
public final class JsonText {
    private JsonText() {}

    /** Microseconds since 1970 in ISO 8601; null for 0, which means not known. */
    public static @Nullable String time(long micros) {
        return micros == 0
                ? null
                : Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
    }

    /** Octets in hexadecimal; null when there are none. */
    public static @Nullable String hex(ByteString octets) {
        return octets.isEmpty() ? null : HexFormat.of().formatHex(octets.toByteArray());
    }

    /** An address of 4 or 16 octets; null when there are none. */
    public static @Nullable String address(ByteString octets) {
        return octets.isEmpty() ? null : IpAddress.format(Bytes.wrap(octets.toByteArray()));
    }

    /** Text, cleaned because another program wrote it; null when there is none. */
    public static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : NetworkText.description(text);
    }
}
