// SPDX-License-Identifier: Apache-2.0
/**
 * Settings that several services share: {@code pathproof.kafka}, {@code pathproof.redis}, {@code pathproof.schemes} and
 * {@code pathproof.latency-target}. Each group has one record, so that names, defaults and checks are the same in every
 * service. {@link org.pathproof.settings.WatchedFile} reads a file of settings again after each change.
 *
 * <p>A service lists the records that it uses in {@code @EnableConfigurationProperties}. Sizes have the form {@code
 * 4GB}, durations the form {@code 7d}.
 */
@NullMarked
package org.pathproof.settings;

import org.jspecify.annotations.NullMarked;
