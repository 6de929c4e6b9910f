// SPDX-License-Identifier: Apache-2.0
/**
 * Routes as the validator keeps and judges them.
 *
 * <p>Two things are kept apart. A <em>proof</em> says which key verified the signature of each hop: it never stops being true. An
 * <em>authorisation</em> says that the RPKI holds that key now: it comes and goes. {@link org.pathproof.validator.route.RouteJudge} makes a
 * verdict of a route, an RPKI set and, where there is no proof yet, a verifier; a route with a proof is judged by looking its keys up. What
 * it makes is a {@link org.pathproof.validator.route.Row}.
 *
 * <p>{@link org.pathproof.validator.route.RouteTable} owns the rows in the state store and finds the ones that a change touches. {@link
 * org.pathproof.validator.route.RowCodec} says how a row is written: for most in a short form, of which a {@link
 * org.pathproof.validator.route.KeptRow} reads only what the event at hand asks. RFC 8205 section 5 and RFC 6811 section 4 are why a change of the RPKI judges routes again.
 */
@NullMarked
package org.pathproof.validator.route;

import org.jspecify.annotations.NullMarked;
