// SPDX-License-Identifier: Apache-2.0
/**
 * The JSON files of RPKI validators. No RFC defines them, and each validator has its own format.
 *
 * <p>{@link RpkiJsonReader} reads all of them: rpki-client and StayRTR ({@code bgpsec_keys}), Routinator ({@code
 * routerKeys}), FORT ({@code router-keys}), older ASPA tables by address family ({@code provider_authorizations}), and
 * plain arrays of keys. {@link RpkiJsonWriter} writes the formats of rpki-client and Routinator, and plain arrays of
 * keys.
 *
 * <p>An invalid entry is reported as a {@link JsonProblem} with its position, and the other entries are kept. {@link
 * JsonEntry} creates these reports, also for SLURM files.
 */
@NullMarked
package org.pathproof.rpki.json;

import org.jspecify.annotations.NullMarked;
