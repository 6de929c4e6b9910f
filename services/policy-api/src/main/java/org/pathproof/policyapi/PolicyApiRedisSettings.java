// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where Redis is, with the RPKI set.
 *
 * @param uri URI of Redis in Lettuce's format, for example redis://host:6379/0.
 */
@ConfigurationProperties("pathproof.redis")
public record PolicyApiRedisSettings(
        @DefaultValue("redis://localhost:6379") String uri) {}
