// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import org.pathproof.collector.CollectorConfiguration;
import org.pathproof.keysync.KeySyncConfiguration;
import org.pathproof.policyapi.PolicyApiConfiguration;
import org.pathproof.validator.ValidatorConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Combines the four services in one context. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({
    CollectorConfiguration.class,
    KeySyncConfiguration.class,
    ValidatorConfiguration.class,
    PolicyApiConfiguration.class,
    DiskConfiguration.class
})
class StandaloneConfiguration {}
