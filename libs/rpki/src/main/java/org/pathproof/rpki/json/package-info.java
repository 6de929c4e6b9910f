// SPDX-License-Identifier: Apache-2.0
/**
 * The JSON files of RPKI validators, which no RFC defines and each of them writes differently.
 *
 * {@link RpkiJsonReader} takes all of them: rpki-client and StayRTR ({@code bgpsec_keys}), Routinator ({@code routerKeys}), FORT
 * ({@code router-keys}), the ASPA tables by address family of older ones ({@code provider_authorizations}), and plain arrays of keys.
 * {@link RpkiJsonWriter} writes the forms of rpki-client and of Routinator. A bad entry is reported with its place and the rest is
 * kept; {@link JsonEntry} is what makes the reports uniform, for SLURM files too.
 */
@NullMarked
package org.pathproof.rpki.json;

import org.jspecify.annotations.NullMarked;
