// SPDX-License-Identifier: Apache-2.0
/** Settings of the policy API, {@code pathproof.policy-api}, as its packages receive them. */
@NullMarked
package org.pathproof.policyapi.settings;

import org.jspecify.annotations.NullMarked;
