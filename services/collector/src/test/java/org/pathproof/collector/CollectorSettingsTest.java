// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.router.PeerMatcher;
import org.pathproof.collector.router.RouterRules;
import org.pathproof.collector.router.Sources;
import org.pathproof.wire.Bytes;
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
    void listsOfPeersAreReadWhateverTheirForm() {
        RouterRules rules = bind(Map.of(
                        "transparent-peers", "192.0.2.0/24, 2001:db8::1, AS64500, 4200000000",
                        "confederation.members", "64501,64502"))
                .rules();
        PeerMatcher transparent = rules.transparentPeers();
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
    void whatCannotBeIsRefusedByName() {
        assertThatThrownBy(
                        () -> bind(Map.of("transparent-peers", "route-server")).rules())
                .hasMessageContaining("\"route-server\"");
        assertThatThrownBy(() -> bind(Map.of("low-mark", "64MB"))).rootCause().hasMessageContaining("low-mark");
        assertThatThrownBy(() -> bind(Map.of("openbmp.publish", "true", "openbmp.topics", "openbmp\\..*")))
                .rootCause()
                .hasMessageContaining("openbmp.bmp_raw");
    }

    private static CollectorSettings bind(Map<String, String> settings) {
        Map<String, Object> properties = new HashMap<>();
        settings.forEach((key, value) -> properties.put("pathproof.collector." + key, value));
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("pathproof.collector", CollectorSettings.class);
    }
}
