// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TracingSettingsTest {
    private static TracingSettings settings(String endpoint) {
        return new TracingSettings(endpoint, 1, List.of(), 200);
    }

    @Test
    void thePathOfOtlpIsAddedWhereThereIsNone() {
        assertThat(settings("http://otel:4318").url()).isEqualTo("http://otel:4318/v1/traces");
        assertThat(settings("http://otel:4318/").url()).isEqualTo("http://otel:4318/v1/traces");
        assertThat(settings("https://otel/tenant/v1/traces").url()).isEqualTo("https://otel/tenant/v1/traces");
        assertThat(TracingSettings.OFF.isOn()).isFalse();
    }

    @Test
    void wrongSettingsStopTheStart() {
        assertThatThrownBy(() -> settings("otel:4318")).hasMessageContaining("pathproof.tracing.endpoint");
        assertThatThrownBy(() -> settings("http://")).hasMessageContaining("pathproof.tracing.endpoint");
        assertThatThrownBy(() -> settings("grpc://otel:4317")).hasMessageContaining("pathproof.tracing.endpoint");
        assertThatThrownBy(() -> new TracingSettings("", 0, List.of(), 200))
                .hasMessageContaining("pathproof.tracing.sample");
        assertThatThrownBy(() -> new TracingSettings("", 1, List.of("10.0.0.1"), 9))
                .hasMessageContaining("pathproof.tracing.spans-per-second");
        assertThatThrownBy(() -> new TracingSettings("", 1, List.of("10.0.0.0/33"), 200))
                .hasMessageContaining("pathproof.tracing.prefixes");
    }
}
