// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.bgpsec.PathContext;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.bgpsec.PathResult;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.paths.LabRoute;
import org.pathproof.lab.paths.PathSigner;
import org.pathproof.lab.paths.SamplePaths;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;

class LabTest {
    private static final BatchVerifier VERIFIER =
            new BatchVerifier(SignatureEngines.select(EngineSettings.fromSystem()));

    @Test
    void samplePathsHaveBothFamilies() {
        List<LabRoute> routes = SamplePaths.load();
        assertThat(routes).hasSize(5100).doesNotHaveDuplicates();
        assertThat(routes.stream().filter(r -> r.prefix().isIpv4())).hasSize(4200);
        assertThat(routes.stream().flatMap(r -> r.hops().stream()).filter(h -> h.pCount() > 1))
                .isNotEmpty();
    }

    @Test
    void convertsPrependsToPCountAndRefusesLoops() {
        assertThat(Hop.ofAsPath(List.of(1L, 2L, 2L, 2L, 3L))).contains(List.of(Hop.of(3), new Hop(2, 3, 0), Hop.of(1)));
        assertThat(Hop.asPath(List.of(Hop.of(3), new Hop(2, 3, 0), Hop.of(1)))).containsExactly(1L, 2L, 2L, 2L, 3L);
        assertThat(Hop.ofAsPath(List.of(1L, 2L, 1L))).isEmpty();
        assertThat(Hop.ofAsPath(List.of())).isEmpty();
    }

    @Test
    void signsRoutesThatVerify() {
        LabKeys keys = new LabKeys("x");
        MemoryRpkiSource rpki = new MemoryRpkiSource(1);
        List<LabRoute> routes = SamplePaths.load().stream()
                .filter(r -> r.peerAs() == 6939)
                .limit(200)
                .toList();
        rpki.replace(routes.stream()
                .flatMap(r -> r.hops().stream())
                .map(h -> keys.of(h.asn()).routerKey())
                .distinct()
                .toList());
        for (LabRoute route : routes) {
            PathResult result = PathValidator.validate(
                    BgpsecPathCodec.encode(sign(keys, route)),
                    context(route),
                    rpki.current().orElseThrow()::routerKeys,
                    VERIFIER,
                    true);
            assertThat(result.state()).as("%s: %s", route, result).isEqualTo(PathState.VALID);
        }
        rpki.close();
    }

    @Test
    void theSameSeedGivesTheSameSignatures() {
        LabRoute route = SamplePaths.load().getFirst();
        assertThat(sign(new LabKeys("a"), route)).isEqualTo(sign(new LabKeys("a"), route));
        assertThat(sign(new LabKeys("a"), route)).isNotEqualTo(sign(new LabKeys("b"), route));
    }

    @Test
    void theDemoHasThreeRoutersAndMoreThanThreeThousandSignedRoutes() {
        try (Lab lab = Lab.build(LabSettings.demo())) {
            assertThat(lab.routers()).hasSize(3);
            assertThat(lab.signedRoutes()).isGreaterThan(3000);
            assertThat(lab.rpki().current().orElseThrow().allRouterKeys()).hasSizeGreaterThan(2000);
            assertThat(lab.rpki().current().orElseThrow().allVrps()).hasSizeGreaterThan(1000);
        }
    }

    private static SecurePath sign(LabKeys keys, LabRoute route) {
        return new PathSigner()
                .sign(
                        route.prefix(),
                        route.hops().stream()
                                .map(h -> new PathSigner.Signer(h, keys.of(h.asn())))
                                .toList(),
                        LabSettings.LOCAL_AS);
    }

    private static PathContext context(LabRoute route) {
        return new PathContext(
                OptionalLong.of(LabSettings.LOCAL_AS),
                OptionalLong.of(route.peerAs()),
                OptionalLong.of(LabSettings.LOCAL_AS),
                PeerRelation.EXTERNAL,
                false,
                new AfiSafi(route.prefix().afi(), AfiSafi.SAFI_UNICAST),
                route.prefix());
    }
}
