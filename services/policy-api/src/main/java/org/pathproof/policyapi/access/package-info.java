// SPDX-License-Identifier: Apache-2.0
/**
 * The endpoints of the policy API with the requirement of each: {@link org.pathproof.policyapi.access.Endpoints}.
 * {@code org.pathproof.access} decides about requests.
 */
@NullMarked
package org.pathproof.policyapi.access;

import org.jspecify.annotations.NullMarked;
