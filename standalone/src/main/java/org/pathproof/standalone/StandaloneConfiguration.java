// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** The four services in one context. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class StandaloneConfiguration {}
