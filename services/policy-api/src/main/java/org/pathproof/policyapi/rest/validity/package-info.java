// SPDX-License-Identifier: Apache-2.0
/**
 * Validity of routes that a client names by prefix and origin AS, also on the paths of Routinator. {@link
 * org.pathproof.policyapi.rest.validity.ValidityController} reads one route or a batch, applies the rules of RFC 6811
 * section 2 to the current VRPs, and adds the routes of the verdict store.
 */
@NullMarked
package org.pathproof.policyapi.rest.validity;

import org.jspecify.annotations.NullMarked;
