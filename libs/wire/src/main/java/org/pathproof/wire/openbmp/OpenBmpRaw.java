// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.openbmp;

import java.util.Optional;
import org.pathproof.wire.Bytes;

/**
 * A record of a raw OpenBMP topic: BMP bytes and their origin. {@link OpenBmpCodec} decodes and encodes it.
 *
 * <p>A field that the encoding lacks is empty, or 0 for the timestamp.
 *
 * @param routerHash the producer's hash of the router: 16 bytes in the binary encoding
 * @param routerIp 4 or 16 bytes
 * @param collectorHash the hash of the collector
 * @param collectorAdminId the name of the collector
 * @param routerGroup the group of the router
 * @param timestampMicros microseconds since 1970
 * @param bmp one or more complete BMP messages; empty for a collector heartbeat
 */
public record OpenBmpRaw(
        Optional<Bytes> routerHash,
        Optional<Bytes> routerIp,
        Optional<Bytes> collectorHash,
        String collectorAdminId,
        String routerGroup,
        long timestampMicros,
        Bytes bmp) {
    /** Returns a record with BMP bytes and no origin. */
    public static OpenBmpRaw bare(Bytes bmp) {
        return new OpenBmpRaw(Optional.empty(), Optional.empty(), Optional.empty(), "", "", 0, bmp);
    }

    /** Returns true for a collector's heartbeat, which carries no BMP. */
    public boolean isHeartbeat() {
        return bmp.isEmpty();
    }
}
