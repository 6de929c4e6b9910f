// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.attacks;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.pathproof.attack.site.StandaloneSite;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.routers.LabPeer;
import org.pathproof.lab.routers.SimulatedRouter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.bmp.Tlv;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Connects a router whose sysName has more than 60,000 characters with line breaks, terminal escapes and NUL. The
 * length field of RFC 7854 section 4.4 allows 65,535 bytes. Answers must stay small, and the log must have one line for
 * each event.
 */
final class HostileNames implements Attack {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration TABLE_TIMEOUT = Duration.ofSeconds(30);
    private static final int ROUTES = 1_000;
    private static final int MAX_ROUTE_BYTES = 8_192;
    private static final String FORGED = "x\r\n2026-11-22T00:00:00.000Z ERROR forged line\u001b[2J\u0000\u202e";

    @Override
    public String name() {
        return "hostile-names";
    }

    @Override
    public boolean requiresHealthOk() {
        return false; // Health reports a new session as re-synchronising.
    }

    @Override
    public void run(Target target, Consumer<String> faults) throws IOException, InterruptedException {
        StandaloneSite site = target.site();
        String name = FORGED + "n".repeat(60_000);
        announceLongNameOnly(site, name);
        LabPeer peer = LabPeer.plain(65_030, Bytes.fromHex("c00002f1"));
        try (SimulatedRouter router = new SimulatedRouter(
                name, Bytes.fromHex("c0000205"), 64_500, SimulatedRouter.Reporting.MONITORING, Clock.systemUTC())) {
            router.add(peer);
            for (int i = 0; i < ROUTES; i++) {
                Nlri nlri = new Nlri(0, Prefix.ipv4(0x64400000 | i << 8, 24)); // within 100.64.0.0/10 (RFC 6598)
                router.announce(peer, LabUpdates.plain(nlri, List.of(65_030L, 64_496L)));
            }
            router.start(site.bmp());
            site.await(
                    "routes of the router with the long name",
                    TABLE_TIMEOUT,
                    () -> page(site).length() > 0);
            String page = page(site);
            long routes = page.lines().count();
            if (page.length() > routes * MAX_ROUTE_BYTES) {
                faults.accept(routes + " routes of a router with a long sysName take " + page.length() + " bytes");
            }
            if (page.lines().map(JSON::readTree).anyMatch(HostileNames::hasControlCharacter)) {
                faults.accept("REST returns control characters of a sysName without escapes");
            }
            router.takeDown(peer);
        }
    }

    /**
     * Sends an Initiation message only, as a router without peers. Returns after the collector has closed the
     * connection. Otherwise, the collector could take the connection of {@link SimulatedRouter} for the older of the
     * two.
     */
    private static void announceLongNameOnly(StandaloneSite site, String name) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(site.bmp());
            OutputStream out = socket.getOutputStream();
            Bytes text = Bytes.wrap(name.getBytes(StandardCharsets.UTF_8));
            out.write(BmpCodec.encode(new Initiation(
                            List.of(new Tlv(Initiation.TLV_SYS_DESCR, text), new Tlv(Initiation.TLV_SYS_NAME, text))))
                    .toArray());
            out.flush();
            socket.shutdownOutput();
            socket.setSoTimeout((int) TABLE_TIMEOUT.toMillis());
            if (socket.getInputStream().read() >= 0) {
                throw new IOException("the collector sends bytes over BMP");
            }
        }
    }

    private static boolean hasControlCharacter(JsonNode route) {
        return route.path("router_name")
                .asString("")
                .chars()
                .anyMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT);
    }

    private static String page(StandaloneSite site) {
        try {
            return site.get("/api/v1/routes?peer=AS65030", "application/x-ndjson", TABLE_TIMEOUT)
                    .body();
        } catch (IOException e) {
            return "";
        }
    }
}
