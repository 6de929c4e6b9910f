// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.contracts.Metrics;
import org.pathproof.contracts.Topics;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.rpki.redis.RedisRpkiSource;
import org.pathproof.validator.proof.ParallelVerifier;
import org.pathproof.validator.proof.Prover;
import org.pathproof.validator.proof.VerifyAhead;
import org.pathproof.validator.stream.RouteMeters;
import org.pathproof.validator.stream.RpkiHub;
import org.pathproof.validator.stream.ValidatorTopology;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** All beans of the validator. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ValidatorSettings.class, KafkaSettings.class, RedisSettings.class})
public class ValidatorConfiguration {
    @Bean(destroyMethod = "close")
    RpkiSource validatorRpkiSource(RedisSettings redis) {
        return new RedisRpkiSource(redis.uri()).start();
    }

    @Bean
    RpkiHub validatorRpkiHub(@Qualifier("validatorRpkiSource") RpkiSource source) {
        return RpkiHub.following(source);
    }

    @Bean(destroyMethod = "close")
    ParallelVerifier validatorVerifier(ValidatorSettings settings) {
        int threads = settings.verifierThreads() > 0
                ? settings.verifierThreads()
                : Runtime.getRuntime().availableProcessors();
        return new ParallelVerifier(new BatchVerifier(), threads, settings.verifierBatch());
    }

    @Bean
    Prover validatorProver(ParallelVerifier verifier, ValidatorSettings settings, MeterRegistry registry) {
        return new Prover(verifier, settings.rememberedSignatures(), registry);
    }

    @Bean
    RouteMeters validatorRouteMeters(MeterRegistry registry) {
        return new RouteMeters(registry);
    }

    @Bean
    ValidatorStreams validatorStreams(
            ValidatorSettings settings,
            KafkaSettings kafka,
            RpkiHub hub,
            Prover prover,
            RouteMeters meters,
            MeterRegistry registry) {
        return new ValidatorStreams(
                settings,
                kafka,
                () -> ValidatorTopology.build(hub, prover, meters),
                VerifyAhead.Parts.of(Topics.ROUTES, hub, prover, settings.aheadSignatures(), registry));
    }

    @Bean
    HealthIndicator validator(ValidatorStreams streams, @Qualifier("validatorRpkiSource") RpkiSource source) {
        return new ValidatorHealth(streams, source);
    }

    @Bean
    MeterBinder validatorGauges(ValidatorStreams streams, RpkiHub hub) {
        return registry -> {
            Gauge.builder(Metrics.VALIDATOR_READY, hub, h -> h.get().isPresent() ? 1 : 0)
                    .description("1 while there is a complete RPKI set to judge under")
                    .register(registry);
            Gauge.builder(
                            Metrics.VALIDATOR_KEYS,
                            hub,
                            h -> h.get().map(set -> set.allRouterKeys().size()).orElse(0))
                    .description("Router keys that verdicts are made under")
                    .register(registry);
            Gauge.builder(
                            Metrics.VALIDATOR_SERIAL,
                            hub,
                            h -> h.get().map(set -> set.serial().toLong()).orElse(0L))
                    .description("Serial of the RPKI set that verdicts are made under")
                    .register(registry);
            Gauge.builder(Metrics.VALIDATOR_LAG, streams, ValidatorStreams::lag)
                    .description("Route events that are not judged yet")
                    .register(registry);
        };
    }
}
