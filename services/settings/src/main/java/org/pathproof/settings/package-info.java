// SPDX-License-Identifier: Apache-2.0
/**
 * Settings that several services share: {@code pathproof.kafka} and {@code pathproof.redis}. Each has one record here,
 * so that its names, defaults and checks are the same in every service.
 *
 * <p>A service that uses a record names it in {@code @EnableConfigurationProperties}. Sizes are texts such as
 * {@code 4GB}, durations texts such as {@code 7d}.
 */
@NullMarked
package org.pathproof.settings;

import org.jspecify.annotations.NullMarked;
