// SPDX-License-Identifier: Apache-2.0
/**
 * Limits of clients by address, for every kind of connection. {@link org.pathproof.wire.admission.ClientSite} is the
 * address by which a client is counted. {@link org.pathproof.wire.admission.FairShares} divides a number of places
 * among the clients, so that a few clients cannot take all places.
 */
@NullMarked
package org.pathproof.wire.admission;

import org.jspecify.annotations.NullMarked;
