// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The cases of all programs from which key-sync reads. */
final class Sources {
    private Sources() {}

    static List<SourceCase> all() {
        List<SourceCase> cases = new ArrayList<>();
        for (int version = 0; version <= 2; version++) {
            cases.add(stayRtr(Transport.TCP, version));
        }
        cases.add(stayRtr(Transport.TLS, 2));
        cases.add(stayRtr(Transport.SSH, 2));
        cases.add(rtrTr(Transport.TCP, 1));
        cases.add(rtrTr(Transport.TCP, 2));
        cases.add(rtrTr(Transport.TLS, 2));
        cases.add(rtrTr(null, -1));
        cases.add(routinator(Routinator.Form.RTR, 1));
        cases.add(routinator(Routinator.Form.RTR, 2));
        cases.add(routinator(Routinator.Form.RTR_TLS, 2));
        cases.add(routinator(Routinator.Form.JSON, -1));
        cases.add(routinator(Routinator.Form.JSONEXT, -1));
        cases.add(new SourceCase(
                Fort.PROGRAM,
                "RTR, " + Transport.TCP.label(),
                1,
                Kind.of(1),
                (folder, credentials, objects) -> new Fort(folder, Fort.Form.RTR, objects)));
        cases.add(new SourceCase(
                Fort.PROGRAM,
                "JSON file",
                -1,
                Kind.of(0),
                (folder, credentials, objects) -> new Fort(folder, Fort.Form.JSON, objects)));
        cases.add(new SourceCase(
                RpkiClient.PROGRAM,
                "JSON file",
                -1,
                Kind.of(2),
                (folder, credentials, objects) -> new RpkiClient(folder, objects)));
        return cases;
    }

    private static SourceCase stayRtr(Transport transport, int version) {
        return new SourceCase(
                StayRtrCache.PROGRAM,
                "RTR, " + transport.label(),
                version,
                Kind.of(version),
                (folder, credentials, objects) -> new StayRtrCache(folder, credentials, transport, objects));
    }

    private static SourceCase rtrTr(@Nullable Transport transport, int version) {
        Set<Kind> kinds = EnumSet.copyOf(Kind.of(version < 0 ? 2 : version));
        kinds.remove(Kind.ROUTER_KEYS); // RTRTR reads none from JSON
        return new SourceCase(
                RtrTr.PROGRAM,
                transport == null ? "JSON over HTTP" : "RTR, " + transport.label(),
                version,
                kinds,
                (folder, credentials, objects) -> RtrTr.cache(folder, credentials, transport, objects));
    }

    private static SourceCase routinator(Routinator.Form form, int version) {
        return new SourceCase(
                Routinator.PROGRAM,
                form.label(),
                version,
                Kind.of(version < 0 ? 2 : version),
                (folder, credentials, objects) -> new Routinator(folder, credentials, form, objects));
    }
}
