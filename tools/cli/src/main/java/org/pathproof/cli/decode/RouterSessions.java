// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.openbmp.OpenBmpRaw;

/** Sessions of each router of an OpenBMP topic, by router hash and address. */
final class RouterSessions {
    private record Router(Optional<Bytes> hash, Optional<Bytes> ip) {}

    private final Map<Router, BmpSessions> routers = new HashMap<>();

    BmpSessions of(OpenBmpRaw raw) {
        return routers.computeIfAbsent(new Router(raw.routerHash(), raw.routerIp()), r -> new BmpSessions());
    }
}
