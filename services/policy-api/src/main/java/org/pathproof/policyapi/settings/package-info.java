// SPDX-License-Identifier: Apache-2.0
/**
 * Settings of the policy API under {@code pathproof.policy-api}: the roles of a process ({@link
 * org.pathproof.policyapi.settings.ProcessRole}), and the limits of pages, events, exports and validation on demand
 * ({@link org.pathproof.policyapi.settings.PolicyApiSettings}). Spring binds the settings, and the parts of the
 * application receive them in their constructors.
 */
@NullMarked
package org.pathproof.policyapi.settings;

import org.jspecify.annotations.NullMarked;
