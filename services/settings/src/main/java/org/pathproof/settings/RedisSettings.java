// SPDX-License-Identifier: Apache-2.0
package org.pathproof.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Address of Redis, the same for all services.
 *
 * @param uri URI of Redis in Lettuce's format, for example redis://host:6379/0.
 */
@ConfigurationProperties("pathproof.redis")
public record RedisSettings(
        @DefaultValue("redis://127.0.0.1:6379/0") String uri) {}
