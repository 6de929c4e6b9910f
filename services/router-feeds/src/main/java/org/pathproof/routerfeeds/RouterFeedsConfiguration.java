// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.pathproof.routerfeeds.bgp.OverrideConfiguration;
import org.pathproof.routerfeeds.derived.DerivedConfiguration;
import org.pathproof.routerfeeds.rtr.RtrConfiguration;
import org.pathproof.routerfeeds.runtime.FeedLatency;
import org.pathproof.routerfeeds.srx.SrxConfiguration;
import org.pathproof.routerfeeds.use.UseConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * All feeds to routers. The application also imports {@code VerdictStoreConfiguration} and {@code PolicyConfiguration},
 * and has the beans {@code policyApiRpkiSource} and {@code policyApiVerifier}.
 */
@Configuration(proxyBeanMethods = false)
@Import({
    OverrideConfiguration.class,
    UseConfiguration.class,
    DerivedConfiguration.class,
    RtrConfiguration.class,
    SrxConfiguration.class
})
public class RouterFeedsConfiguration {
    @Bean
    FeedLatency routerFeedsLatency(MeterRegistry registry) {
        return FeedLatency.of(registry, Clock.systemUTC());
    }
}
