// SPDX-License-Identifier: Apache-2.0
/**
 * Settings {@code pathproof.collector.*}, which Spring binds to records.
 *
 * <p>{@link CollectorSettings} is the root. Records validate their values when they are created, so that a collector
 * with an unusable setting does not start. Methods of the records convert text to the types of other packages: router
 * rules, access rules, limits and targets.
 */
@NullMarked
package org.pathproof.collector.settings;

import org.jspecify.annotations.NullMarked;
