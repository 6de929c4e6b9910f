// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.admission.Onboarding;
import org.pathproof.collector.bmp.BmpAccess;
import org.pathproof.collector.bmp.DialTarget;
import org.pathproof.collector.rules.PeerMatcher;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.rules.Sources;
import org.pathproof.onboarding.Grant;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.RibView;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

final class CollectorSettingsTest {
    @Test
    void defaultsAreAsDocumented() {
        CollectorSettings settings = bind(Map.of());
        assertThat(settings.bmpPort()).isEqualTo(11019);
        assertThat(settings.id()).isNotBlank();
        assertThat(settings.openbmp().topics()).isEmpty();
        RouterRules rules = settings.rules();
        assertThat(rules.sources()).isEqualTo(Sources.AUTO);
        assertThat(rules.quietTime()).isEqualTo(Duration.ofSeconds(10));
        assertThat(rules.confederationMembers()).isEmpty();
    }

    @Test
    void readsPeersInAllForms() {
        RouterRules rules = bind(Map.of(
                        "transparent-peers", "192.0.2.0/24, 2001:db8::1, AS64500, 4200000000",
                        "confederation.members", "64501,64502"))
                .rules();
        PeerMatcher transparent = rules.peers().transparent();
        assertThat(transparent.matches(Bytes.fromHex("c0000207"), 1)).isTrue();
        assertThat(transparent.matches(Bytes.fromHex("c0000307"), 1)).isFalse();
        assertThat(transparent.matches(Bytes.fromHex("20010db8000000000000000000000001"), 1))
                .isTrue();
        assertThat(transparent.matches(Bytes.fromHex("c0000307"), 64500)).isTrue();
        assertThat(transparent.matches(Bytes.fromHex("c0000307"), 4_200_000_000L))
                .isTrue();
        assertThat(rules.confederationMembers()).containsExactlyInAnyOrder(64501L, 64502L);
    }

    @Test
    void refusesImpossibleSettingsByName() {
        assertThatThrownBy(
                        () -> bind(Map.of("transparent-peers", "route-server")).rules())
                .hasMessageContaining("\"route-server\"");
        assertThatThrownBy(() -> bind(Map.of("low-mark", "64MB"))).rootCause().hasMessageContaining("low-mark");
        assertThatThrownBy(() -> bind(Map.of("openbmp.publish", "true", "openbmp.topics", "openbmp\\..*")))
                .rootCause()
                .hasMessageContaining("openbmp.bmp_raw");
    }

    @Test
    void limitsOfAThousandRoutersFitIntoAGibibyte() {
        CollectorSettings settings = bind(Map.of());
        assertThat(settings.limits().maxConnections()).isEqualTo(1000);
        assertThat(settings.limits().mostMemory()).isLessThan(1L << 30);
    }

    @Test
    void readsAccessRulesAndDialTargets() {
        CollectorSettings settings = bind(Map.of(
                "routers[0].certificates", "*.example.net",
                "routers[0].views", "adj-rib-in-pre,loc-rib",
                "routers[1].addresses", "192.0.2.0/24,2001:db8::/32",
                "routers[1].name", "border",
                "connect", "192.0.2.1:11019,[2001:db8::1]:11019",
                "trusted-proxies", "10.0.0.0/8"));
        BmpAccess access = settings.access();
        InetAddress inside = InetAddress.ofLiteral("192.0.2.5");
        InetAddress outside = InetAddress.ofLiteral("203.0.113.5");
        assertThat(access.admission().admit(inside, List.of()))
                .hasValueSatisfying(a -> assertThat(a.name()).isEqualTo("border"));
        assertThat(access.admission().admit(outside, List.of())).isEmpty();
        assertThat(access.admission().admit(outside, List.of("R1.example.net"))).hasValueSatisfying(a -> {
            assertThat(a.name()).isEqualTo("R1.example.net");
            assertThat(a.permission().views()).containsExactlyInAnyOrder(RibView.ADJ_RIB_IN_PRE, RibView.LOC_RIB);
        });
        assertThat(access.admission().admit(outside, List.of("r1.pop.example.net")))
                .isEmpty();
        assertThat(access.proxies().contain(InetAddress.ofLiteral("10.1.2.3"))).isTrue();
        assertThat(settings.targets())
                .containsExactly(
                        new DialTarget("192.0.2.1", 11019, false), new DialTarget("2001:db8::1", 11019, false));
        assertThat(DialTarget.parse("tls://r1.example.net:11020"))
                .isEqualTo(new DialTarget("r1.example.net", 11020, true))
                .hasToString("tls://r1.example.net:11020");
    }

    @Test
    void refusesRulesThatNoRouterCanMeet() {
        assertThatThrownBy(() -> bind(Map.of("routers[0].name", "anyone")).access())
                .hasMessageContaining("addresses or certificates");
        assertThatThrownBy(() -> bind(Map.of("trusted-proxies", "balancer")).access())
                .hasMessageContaining("trusted-proxies")
                .hasMessageContaining("balancer");
        assertThatThrownBy(() -> bind(Map.of("connect", "router"))).rootCause().hasMessageContaining("\"router\"");
        assertThatThrownBy(() -> bind(Map.of("bmp-port", "-1"))).rootCause().hasMessageContaining("tls.certificate");
        assertThatThrownBy(() -> bind(Map.of("tls.certificate", "a.pem")))
                .rootCause()
                .hasMessageContaining("trust");
    }

    @Test
    void readsThePolicyForDescribedRouters() {
        assertThat(bind(Map.of()).onboarding().load(10)).isSameAs(Onboarding.OFF);
        Map<String, String> policy = Map.of(
                "tls.certificate", "a",
                "tls.key", "b",
                "tls.trust", "c",
                "onboarding.names", "*.example.net",
                "onboarding.ases", "64496-64511,65000",
                "onboarding.grants", "transparent-peers,roles");
        OnboardingSettings settings = bind(policy).onboarding();
        assertThat(settings.grants()).containsExactlyInAnyOrder(Grant.TRANSPARENT_PEERS, Grant.ROLES);
        assertThat(settings.load(10)).isNotSameAs(Onboarding.OFF);
        assertThatThrownBy(() ->
                        bind(with(policy, "onboarding.ases", "x")).onboarding().load(10))
                .hasMessageContaining("pathproof.collector.onboarding: AS numbers have the form");
        assertThatThrownBy(() -> bind(with(policy, "onboarding.sealing-keys", "/no/such/file"))
                        .onboarding()
                        .load(10))
                .hasMessageContaining("pathproof.collector.onboarding.sealing-keys: cannot read /no/such/file");
        assertThatThrownBy(() -> bind(Map.of("onboarding.names", "r1")))
                .rootCause()
                .hasMessageContaining("names without ases");
        assertThatThrownBy(() -> bind(Map.of("onboarding.names", "r1", "onboarding.ases", "1")))
                .rootCause()
                .hasMessageContaining("descriptions need BMP over TLS or QUIC");
    }

    private static Map<String, String> with(Map<String, String> settings, String key, String value) {
        Map<String, String> changed = new HashMap<>(settings);
        changed.put(key, value);
        return changed;
    }

    private static CollectorSettings bind(Map<String, String> settings) {
        Map<String, Object> properties = new HashMap<>();
        settings.forEach((key, value) -> properties.put("pathproof.collector." + key, value));
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("pathproof.collector", CollectorSettings.class);
    }
}
