// SPDX-License-Identifier: Apache-2.0
package org.pathproof.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.TopicSettings;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

final class SharedSettingsTest {
    @Test
    void defaultsAreThoseOfASmallCluster() {
        KafkaSettings kafka = kafka(Map.of());

        assertThat(kafka.topics()).isEqualTo(TopicSettings.defaults());
        assertThat(kafka.client()).isEqualTo(Map.of("bootstrap.servers", "127.0.0.1:9092"));
        assertThat(new Binder(new MapConfigurationPropertySource(Map.of()))
                        .bindOrCreate("pathproof.redis", RedisSettings.class)
                        .uri())
                .isEqualTo("redis://127.0.0.1:6379/0");
    }

    @Test
    void refusesAnExperimentalAttributeWithAnAssignedTypeCode() {
        assertThatThrownBy(() -> new SchemeSettings(false, 33, null, null))
                .hasMessageContaining("pathproof.schemes.attribute is 33: must be 244 to 255");
    }

    @Test
    void theAddressOfRedisHasTheFilesForTls() {
        RedisSettings redis = new Binder(new MapConfigurationPropertySource(Map.of(
                        "pathproof.redis.uri", "rediss://redis.example",
                        "pathproof.redis.tls.trust", "trust.pem",
                        "pathproof.redis.tls.certificate", "client.pem",
                        "pathproof.redis.tls.key", "client.key")))
                .bindOrCreate("pathproof.redis", RedisSettings.class);

        List<String> address = redis.address((uri, trust, certificate, key) -> List.of(uri, trust, certificate, key));
        assertThat(address).containsExactly("rediss://redis.example", "trust.pem", "client.pem", "client.key");
    }

    @Test
    void clientsGetPropertiesByKafkasNames() {
        KafkaSettings kafka = kafka(Map.of(
                "pathproof.kafka.bootstrap-servers", "kafka.example:9093",
                "pathproof.kafka.properties.security.protocol", "SSL"));

        assertThat(kafka.client())
                .isEqualTo(Map.of("bootstrap.servers", "kafka.example:9093", "security.protocol", "SSL"));
    }

    /** The chart passes the credentials of Strimzi's users in this way. */
    @Test
    void clientsGetPropertiesFromVariables() {
        Map<String, Object> variables = Map.of(
                "PATHPROOF_KAFKA_PROPERTIES_SASL_JAAS_CONFIG", "login",
                "PATHPROOF_KAFKA_PROPERTIES_SSL_KEYSTORE_CERTIFICATE_CHAIN", "chain",
                "PATHPROOF_KAFKA_PROPERTIES_SSL_KEYSTORE_KEY", "key",
                "PATHPROOF_KAFKA_PROPERTIES_SSL_TRUSTSTORE_CERTIFICATES", "authority");
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", variables));

        KafkaSettings kafka = Binder.get(environment).bindOrCreate("pathproof.kafka", KafkaSettings.class);

        assertThat(kafka.client())
                .containsEntry("sasl.jaas.config", "login")
                .containsEntry("ssl.keystore.certificate.chain", "chain")
                .containsEntry("ssl.keystore.key", "key")
                .containsEntry("ssl.truststore.certificates", "authority");
    }

    @Test
    void topicsFollowTheSettings() {
        TopicSettings topics = kafka(Map.of(
                        "pathproof.kafka.route-partitions", "24",
                        "pathproof.kafka.replication-factor", "3",
                        "pathproof.kafka.alter-topics", "false",
                        "pathproof.kafka.retention.routes-size", "1GB",
                        "pathproof.kafka.retention.routes-time", "2d"))
                .topics();

        assertThat(topics.routePartitions()).isEqualTo(24);
        assertThat(topics.replicationFactor()).isEqualTo((short) 3);
        assertThat(topics.alterTopics()).isFalse();
        assertThat(topics.retention().routesBytes()).isEqualTo(1L << 30);
        assertThat(topics.retention().routesTime()).hasDays(2);
    }

    @Test
    void refusesABoundThatKafkaCannotKeep() {
        assertThatThrownBy(() -> kafka(Map.of("pathproof.kafka.retention.routes-size", "1KB")))
                .isInstanceOf(BindException.class)
                .hasRootCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theLatencyTargetHasABound() {
        assertThat(pipeline(Map.of()).latencyTarget()).hasMillis(50);
        assertThat(pipeline(Map.of("pathproof.latency-target", "200ms")).latencyTarget())
                .hasMillis(200);
        for (String wrong : List.of("0ms", "2s")) {
            assertThatThrownBy(() -> pipeline(Map.of("pathproof.latency-target", wrong)))
                    .rootCause()
                    .hasMessageContaining("pathproof.latency-target");
        }
    }

    private static PipelineSettings pipeline(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("pathproof", PipelineSettings.class);
    }

    private static KafkaSettings kafka(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("pathproof.kafka", KafkaSettings.class);
    }
}
