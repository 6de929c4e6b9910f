// SPDX-License-Identifier: Apache-2.0
/** Settings of the policy API under {@code pathproof.policy-api} and {@code pathproof.feeds}. */
@NullMarked
package org.pathproof.policyapi.settings;

import org.jspecify.annotations.NullMarked;
