// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabKey;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.paths.PathSigner;
import org.pathproof.lab.paths.PathSigner.Signer;
import org.pathproof.lab.routers.SigningUpstream;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * An external neighbor that sends BGPsec_PATH beside AS_PATH, and an RPKI cache with its router keys and VRPs. The
 * neighbor passes on routes of AS {@link #ORIGIN_AS}.
 */
final class SigningNeighbor implements AutoCloseable {
    static final String ADDRESS = "127.0.0.2";
    static final long AS = 64496;
    static final long ORIGIN_AS = 64497;

    private static final Duration CONNECTED = Duration.ofSeconds(60);
    private static final int RTR_SESSION = 31;

    private final LabKeys keys = new LabKeys("e2e");
    private final PathSigner signer = new PathSigner();
    private final MemoryRpkiSource rpki = new MemoryRpkiSource(RTR_SESSION);
    private final RtrServer cache;
    private final long routerAs;
    private @Nullable SigningUpstream upstream;

    /**
     * Starts the cache.
     *
     * @param routerAs AS of the router that receives the routes
     * @param vrps the VRPs of the cache
     */
    SigningNeighbor(long routerAs, Vrp... vrps) throws IOException {
        this.routerAs = routerAs;
        List<RpkiObject> objects = new ArrayList<>(List.of(vrps));
        objects.add(keys.of(AS).routerKey());
        objects.add(keys.of(ORIGIN_AS).routerKey());
        rpki.replace(objects);
        cache = new RtrServer(
                        RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                                .withNotifyInterval(Duration.ofMillis(100)),
                        rpki)
                .start();
    }

    /** Returns host and port of the cache. */
    String cacheAddress() {
        return "127.0.0.1:" + cache.port();
    }

    /** Connects to the router, and tries until the router accepts the connection. */
    void connect(int port) {
        upstream = await("session with the router")
                .atMost(CONNECTED)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(
                        () -> new SigningUpstream(
                                ADDRESS, AS, new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port)),
                        _ -> true);
    }

    void announce(String prefix) throws IOException {
        send(signed(prefix, routerAs, keys.of(AS)));
    }

    /** Announces a route that a further key of the neighbor signed. */
    void announceWithFurtherKey(String prefix) throws IOException {
        send(signed(prefix, routerAs, keys.of(AS, 1)));
    }

    /** Adds the further key to the cache. */
    void publishFurtherKey() {
        rpki.apply(List.of(keys.of(AS, 1).routerKey()), List.of());
    }

    /** Announces a route with the same AS_PATH, whose signatures are for another AS. */
    void announceTampered(String prefix) throws IOException {
        send(signed(prefix, routerAs + 1, keys.of(AS)));
    }

    void withdraw(String prefix) throws IOException {
        send(LabUpdates.withdrawal(signed(prefix, routerAs, keys.of(AS))));
    }

    private void send(Update update) throws IOException {
        SigningUpstream to = upstream;
        if (to == null) {
            throw new IllegalStateException("not connected");
        }
        to.send(update);
    }

    private Update signed(String prefix, long target, LabKey own) {
        Prefix parsed = Prefix.parse(prefix);
        SecurePath path = signer.sign(
                parsed,
                List.of(new Signer(Hop.of(ORIGIN_AS), keys.of(ORIGIN_AS)), new Signer(Hop.of(AS), own)),
                target);
        return LabUpdates.dualPath(Nlri.of(parsed), path, List.of(AS, ORIGIN_AS));
    }

    @Override
    public void close() throws IOException {
        if (upstream != null) {
            upstream.close();
        }
        cache.close();
        rpki.close();
    }
}
