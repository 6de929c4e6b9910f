// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.metrics.CommonMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.keysync.settings.BoundSettings;
import org.pathproof.keysync.settings.KeySyncSettings;

final class SourceCertificatesTest {
    @TempDir
    Path folder;

    @Test
    void aSourceWithACertificateHasItsEndAsMetric() {
        TlsAuthority.Issued own = new TlsAuthority("Test authority").issue(folder, "key-sync", "127.0.0.1");
        KeySyncSettings settings = BoundSettings.of(Map.of(
                "sources[0].cache", "rtr.example:324",
                "sources[0].transport", "tls",
                "sources[0].tls.certificate", own.certificate().toString(),
                "sources[0].tls.key", own.key().toString(),
                "sources[1].cache", "rtr.example:323"));
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new KeySyncConfiguration().keySyncSourceCertificates(settings).bindTo(registry);

        assertThat(registry.get(CommonMetricNames.CERTIFICATE_EXPIRES).gauges())
                .singleElement()
                .satisfies(gauge -> {
                    assertThat(gauge.getId().getTag(MetricLabels.USE)).isEqualTo("rpki-source");
                    assertThat(gauge.getId().getTag(MetricLabels.NAME)).isEqualTo("rtr.example:324");
                    assertThat(gauge.value())
                            .isGreaterThan((double) Instant.now().getEpochSecond());
                });
    }
}
