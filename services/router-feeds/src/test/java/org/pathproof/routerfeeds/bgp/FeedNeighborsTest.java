// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pathproof.routerfeeds.settings.FeedSettings;
import org.pathproof.routerfeeds.settings.FeedSettings.FedRouter;
import org.pathproof.transport.tcp.TcpAoKey;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.wire.Prefix;

/** Tests the BGP sessions that result from settings, and that errors name each setting that cannot be used. */
final class FeedNeighborsTest {
    private static final String IDENTIFIER = "192.0.2.9";

    private static FedRouter router(String name, String neighbor, int port, long as, Duration holdTime) {
        return new FedRouter(
                name,
                neighbor,
                port,
                "",
                as,
                false,
                "",
                List.of(),
                "",
                0,
                holdTime,
                false,
                false,
                FeedSettings.Tls.OFF);
    }

    private static FedRouter router(String name, String neighbor) {
        return router(name, neighbor, 179, 0, Duration.ofSeconds(90));
    }

    private static FeedSessions sessions(String identifier, FedRouter... routers) {
        return new FeedNeighbors(new FeedSettings(
                        List.of(routers),
                        "",
                        identifier,
                        List.of(),
                        List.of(),
                        List.of(),
                        179,
                        Duration.ZERO,
                        Duration.ZERO,
                        null))
                .sessions();
    }

    private static void refuses(String message, String identifier, FedRouter... routers) {
        assertThatThrownBy(() -> sessions(identifier, routers))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aRouterWithANeighborHasASessionInTheOwnAs() {
        try (FeedSessions sessions = sessions(IDENTIFIER, router(" r1 ", "2001:db8::1"), router("r2", ""))) {
            assertThat(sessions.session("r1").orElseThrow().as()).isZero();
            sessions.setOwnAs(OptionalLong.of(64999));
            FeedSession session = sessions.session("r1").orElseThrow();
            assertThat(session.as()).isEqualTo(64999);
            assertThat(session.state()).isEqualTo("waiting");
            assertThat(session.isEstablished()).isFalse();
            assertThat(sessions.session("r2")).isEmpty();
            assertThat(sessions.output("r2")).isSameAs(OverrideOutput.NONE);
        }
        try (FeedSessions sessions =
                sessions(IDENTIFIER, router("r1", "192.0.2.1", 179, 65000, Duration.ofSeconds(9)))) {
            sessions.setOwnAs(OptionalLong.of(64999));
            assertThat(sessions.session("r1").orElseThrow().as()).isEqualTo(65000);
        }
    }

    @Test
    void namesTheSettingThatCannotBeUsed() {
        FedRouter good = router("r1", "192.0.2.1");
        refuses("pathproof.feeds.identifier must be set", "", good);
        refuses("pathproof.feeds.identifier", "0.0.0.0", good);
        refuses("pathproof.feeds.identifier", "2001:db8::1", good);
        refuses("routers[1].neighbor: not an address", IDENTIFIER, good, router("r2", "r2.example"));
        refuses("the same neighbor", IDENTIFIER, good, router("r2", "192.0.2.1"));
        refuses(
                "pathproof.feeds.routers[0]: holdTime",
                IDENTIFIER,
                router("r1", "192.0.2.1", 179, 0, Duration.ofSeconds(2)));
        refuses(
                "pathproof.feeds.routers[0]: hold-time must not be 0",
                IDENTIFIER,
                router("r1", "192.0.2.1", 179, 0, Duration.ZERO));
        refuses("port 0", IDENTIFIER, router("r1", "192.0.2.1", 0, 0, Duration.ofSeconds(90)));
        refuses(
                "a passive session needs an address in pathproof.feeds.listen",
                IDENTIFIER,
                new FedRouter(
                        "r1",
                        "192.0.2.1",
                        179,
                        "",
                        0,
                        true,
                        "",
                        List.of(),
                        "",
                        0,
                        Duration.ofSeconds(90),
                        false,
                        false,
                        FeedSettings.Tls.OFF));
    }

    private static long restartSeconds(List<String> identifiers, @Nullable Duration restartTime) {
        FeedSettings settings = new FeedSettings(
                List.of(),
                "",
                IDENTIFIER,
                identifiers,
                List.of(),
                List.of(),
                179,
                Duration.ZERO,
                Duration.ZERO,
                restartTime);
        return new FeedNeighbors(settings)
                .gracefulRestart()
                .map(restart -> restart.restartTime().toSeconds())
                .orElse(0L);
    }

    @Test
    void severalReplicasHaveGracefulRestartOnlyWithTheSetting() {
        List<String> two = List.of(IDENTIFIER, "192.0.2.251");
        assertThat(restartSeconds(List.of(), null)).isEqualTo(120);
        assertThat(restartSeconds(List.of(IDENTIFIER), null)).isEqualTo(120);
        assertThat(restartSeconds(two, null)).isZero();
        assertThat(restartSeconds(two, Duration.ofSeconds(30))).isEqualTo(30);
        assertThat(restartSeconds(List.of(), Duration.ZERO)).isZero();
        assertThatThrownBy(() -> restartSeconds(two, Duration.ofSeconds(4096)))
                .hasMessageContaining("pathproof.feeds.restart-time must be 0 to 4095 seconds: 4096");
    }

    private static FedRouter protectedBy(String password, List<String> aoKeys, int maxHops) {
        return new FedRouter(
                "r1",
                "2001:db8::1",
                179,
                "",
                0,
                false,
                password,
                aoKeys,
                "",
                maxHops,
                Duration.ofSeconds(90),
                false,
                false,
                FeedSettings.Tls.OFF);
    }

    @Test
    void aSessionHasTheProtectionOfItsRouter() {
        String key = "1 2 hmac-sha-1-96 s3cret";
        InetAddress peer = InetAddress.ofLiteral("2001:db8::1");
        assertThat(FeedNeighbors.protection(peer, protectedBy("", List.of(key), 1)))
                .isEqualTo(
                        new TcpProtection(List.of(Prefix.parse("2001:db8::1")), "", List.of(TcpAoKey.parse(key)), 1));
        assertThat(FeedNeighbors.protection(peer, protectedBy("", List.of(), 0)).isNone())
                .isTrue();
        refuses(
                "pathproof.feeds.routers[0]: TCP-MD5 and TCP-AO exclude each other",
                IDENTIFIER,
                protectedBy("word", List.of(key), 0));
        refuses(
                "pathproof.feeds.routers[0]: TCP-AO algorithm \"md5\" is neither",
                IDENTIFIER,
                protectedBy("", List.of("1 2 md5 s3cret"), 0));
        refuses(
                "pathproof.feeds.routers[0]: the maximum number of hops is 255",
                IDENTIFIER,
                protectedBy("", List.of(), 255));
    }

    @Test
    void secretsAreNotPrinted() {
        assertThat(new FedRouter(
                                "r1",
                                "192.0.2.1",
                                179,
                                "",
                                0,
                                false,
                                "secret",
                                List.of(),
                                "",
                                0,
                                Duration.ofSeconds(90),
                                false,
                                false,
                                FeedSettings.Tls.OFF)
                        .toString())
                .doesNotContain("secret");
    }
}
