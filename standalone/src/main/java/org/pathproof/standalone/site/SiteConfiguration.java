// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.site;

import org.pathproof.collector.CollectorConfiguration;
import org.pathproof.keysync.KeySyncConfiguration;
import org.pathproof.policyapi.PolicyApiConfiguration;
import org.pathproof.standalone.watch.DiskConfiguration;
import org.pathproof.standalone.watch.LimitConfiguration;
import org.pathproof.validator.ValidatorConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.logging.logback.LogbackMetricsAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Combines the four services in one context. */
@Configuration(proxyBeanMethods = false)
// Micrometer counts log events with a filter that runs for each disabled log call of Kafka, several a record.
@EnableAutoConfiguration(exclude = LogbackMetricsAutoConfiguration.class)
@Import({
    CollectorConfiguration.class,
    KeySyncConfiguration.class,
    ValidatorConfiguration.class,
    PolicyApiConfiguration.class,
    DiskConfiguration.class,
    LimitConfiguration.class
})
class SiteConfiguration {}
