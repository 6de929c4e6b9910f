// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.attacks;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.pathproof.attack.site.StandaloneSite;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabKey;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.paths.PathSigner;
import org.pathproof.lab.routers.LabPeer;
import org.pathproof.lab.routers.SimulatedRouter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.rpki.RouterKey;

/**
 * Announces a router key whose curve is a UTF8String of invalid UTF-8. Routes that name the key must stay in the
 * table, with the verdict that they have without the key.
 */
final class PoisonKey implements Attack {
    private static final int ROUTES = 50;
    private static final long LOCAL_AS = 64_500;
    private static final long PEER_AS = 65_040;
    private static final long POISONED_AS = 65_041;
    /** Offset of the tag of the curve's OBJECT IDENTIFIER in a P-256 SubjectPublicKeyInfo (RFC 5480 section 2). */
    private static final int CURVE_TAG = 13;

    private static final byte UTF8_STRING = 0x0c;
    private static final Duration VERDICT_TIMEOUT = Duration.ofSeconds(60);

    private final LabKeys keys = new LabKeys("attack");

    @Override
    public String name() {
        return "poison-key";
    }

    @Override
    public boolean requiresHealthOk() {
        return false;
    }

    @Override
    public void run(Target target, Consumer<String> faults) throws IOException, InterruptedException {
        StandaloneSite site = target.site();
        RouterKey good = keys.of(PEER_AS).routerKey();
        RouterKey poison = poisoned(keys.of(POISONED_AS));
        LabPeer peer = LabPeer.signing(PEER_AS, Bytes.fromHex("c00002f2"));
        try (SimulatedRouter router = new SimulatedRouter(
                "poison",
                Bytes.fromHex("c0000206"),
                LOCAL_AS,
                SimulatedRouter.Reporting.MONITORING,
                Clock.systemUTC())) {
            router.add(peer);
            target.world().rpki().apply(List.of(good, poison), List.of());
            // Both keys come in one response. When the valid key is in force, the malformed one has been read.
            site.await("router key of AS " + PEER_AS, VERDICT_TIMEOUT, () -> keys(site) == 1);
            for (int i = 0; i < ROUTES; i++) {
                router.announce(peer, signed(Prefix.ipv4(0x64600000 | i << 8, 24)));
            }
            router.start(site.bmp());
            site.await("routes of the router 'poison'", VERDICT_TIMEOUT, () -> count(site, "") == ROUTES);
            site.await(
                    "state NOT_VALID of the routes under a malformed key",
                    VERDICT_TIMEOUT,
                    () -> count(site, "&state=NOT_VALID") == ROUTES);
            target.world().rpki().apply(List.of(), List.of(poison));
            site.await(
                    "routes after the malformed key was withdrawn", VERDICT_TIMEOUT, () -> count(site, "") == ROUTES);
            router.takeDown(peer);
        } finally {
            target.world().rpki().apply(List.of(), List.of(good, poison));
        }
        if (count(site, "") < 0) {
            faults.accept("REST does not answer after the attack");
        }
    }

    private org.pathproof.wire.bgp.Update signed(Prefix prefix) {
        List<PathSigner.Signer> signers = PathSigner.Signer.of(
                LongStream.of(POISONED_AS, PEER_AS).mapToObj(Hop::of).toList(), keys);
        SecurePath path = new PathSigner()
                .signAll(List.of(new PathSigner.Unsigned(prefix, signers, LOCAL_AS)))
                .getFirst();
        return LabUpdates.signed(new Nlri(0, prefix), path);
    }

    private static RouterKey poisoned(LabKey key) {
        RouterKey genuine = key.routerKey();
        byte[] spki = genuine.spki().toArray();
        spki[CURVE_TAG] = UTF8_STRING;
        return new RouterKey(genuine.asn(), genuine.ski(), Bytes.wrap(spki));
    }

    private static long keys(StandaloneSite site) {
        try {
            return site.get("/api/v1/keys?asn=" + PEER_AS).json().path("keys").size();
        } catch (IOException e) {
            return -1;
        }
    }

    private static long count(StandaloneSite site, String filter) {
        try {
            StandaloneSite.Answer answer = site.get("/api/v1/routes?limit=1000&router=poison" + filter);
            return answer.status() == 200 ? answer.json().path("routes").size() : -1;
        } catch (IOException e) {
            return -1;
        }
    }
}
