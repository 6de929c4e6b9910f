// SPDX-License-Identifier: Apache-2.0
/**
 * Knowledge of routers whose software loses withdrawals of reflected paths: what their BMP tells of it before the first
 * override.
 */
@NullMarked
package org.pathproof.feeds.reflection;

import org.jspecify.annotations.NullMarked;
