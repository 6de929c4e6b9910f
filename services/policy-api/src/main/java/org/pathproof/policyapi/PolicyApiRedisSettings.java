// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where Redis is, with the RPKI set.
 *
 * @param uri in Lettuce's form: {@code redis://host:port}, {@code rediss://…}, {@code redis-sentinel://…}
 */
@ConfigurationProperties("pathproof.redis")
public record PolicyApiRedisSettings(
        @DefaultValue("redis://localhost:6379") String uri) {}
