// SPDX-License-Identifier: Apache-2.0
/**
 * Storage and validation of routes.
 *
 * <p>Proof and authorisation are separate. A <em>proof</em> names the key that verified the signature of each hop. A
 * proof holds until the path changes, or until its signature engine gives a wrong result ({@link
 * org.pathproof.validator.route.UntrustedProof}). An <em>authorisation</em> is the presence of that key in the RPKI,
 * which changes. {@link org.pathproof.validator.route.RouteValidator} creates a {@link
 * org.pathproof.validator.route.Row} from a route, an RPKI set and, if there is no proof, a verifier. A route with a
 * proof is validated by looking up its keys.
 *
 * <p>{@link org.pathproof.validator.route.RouteTable} owns the rows in the state store and finds the rows that a change
 * concerns. {@link org.pathproof.validator.route.RowCodec} defines the stored form of rows, and {@link
 * org.pathproof.validator.route.RowShape} the parts of it that copies of a route share in memory. {@link
 * org.pathproof.validator.route.KeptRow} reads single fields of a stored row in place. After a change of the RPKI,
 * routes are revalidated (RFC 8205 section 5, RFC 6811 section 4).
 */
@NullMarked
package org.pathproof.validator.route;

import org.jspecify.annotations.NullMarked;
