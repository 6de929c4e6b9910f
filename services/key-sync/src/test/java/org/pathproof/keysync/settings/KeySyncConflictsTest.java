// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Tests that each pair of settings that contradict each other is named. */
final class KeySyncConflictsTest {
    private static List<String> conflicts(Map<String, String> settings) {
        Map<String, Object> properties = new HashMap<>();
        settings.forEach((name, value) -> properties.put("pathproof.key-sync." + name, value));
        Binder binder = new Binder(new MapConfigurationPropertySource(properties));
        return KeySyncConflicts.of(
                        binder.bindOrCreate("pathproof.key-sync", KeySyncSettings.class),
                        binder.bindOrCreate("pathproof.key-sync.certificates", CertificateSettings.class))
                .all();
    }

    @Test
    void defaultsAndUsualSettingsHaveNone() {
        assertThat(conflicts(Map.of())).isEmpty();
        assertThat(conflicts(Map.of("tls", "true", "caches", "rtr.example:324")))
                .isEmpty();
        assertThat(conflicts(Map.of(
                        "sources[0].cache", "rtr.example:324",
                        "sources[0].transport", "tls",
                        "sources[0].tls.trust", "/etc/ca.crt",
                        "sources[1].url", "https://rpki.example/json",
                        "sources[1].tls.trust", "/etc/ca.crt")))
                .isEmpty();
    }

    @Test
    void namesBothSettings() {
        Map<Map<String, String>, List<String>> cases = Map.of(
                Map.of("tls", "true"),
                List.of("tls is true", "caches is empty"),
                Map.of("sources[0].cache", "rtr.example:323", "sources[0].tls.trust", "/etc/ca.crt"),
                List.of("source rtr.example:323: tls", "transport is tcp", "not protected by TLS"),
                Map.of("sources[0].cache", "rtr.example:323", "sources[0].ssh.key", "/etc/key"),
                List.of("ssh is set", "transport is tcp"),
                Map.of("sources[0].file", "/var/rpki.json", "sources[0].tls.trust", "/etc/ca.crt"),
                List.of("tls is set, but a file has no connection"),
                Map.of("sources[0].file", "/var/rpki.json", "sources[0].transport", "tls"),
                List.of("transport is tls, but only a cache has a transport"),
                Map.of("certificates.crls", "/etc/a.crl"),
                List.of("certificates.crls is set", "certificates.paths and certificates.trust-anchors are not"));
        cases.forEach((settings, words) -> assertThat(conflicts(settings))
                .as(settings.toString())
                .singleElement()
                .asString()
                .startsWith("pathproof.key-sync.")
                .contains(words));
    }
}
