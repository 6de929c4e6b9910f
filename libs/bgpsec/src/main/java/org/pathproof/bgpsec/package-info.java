// SPDX-License-Identifier: Apache-2.0
/**
 * Path validation (RFC 8205, RFC 8206, RFC 8608) and origin validation (RFC 6811).
 *
 * {@link UpdateRules} judges the form of a whole UPDATE, {@link PathValidator} one BGPsec_PATH under its {@link PathContext},
 * {@link OriginValidation} a (prefix, origin AS) pair. All are pure functions: keys and VRPs come in through {@link KeyLookup} and
 * {@link VrpLookup}, signatures go out in batches through {@link SignatureVerifier}, which also says which
 * {@link AlgorithmSuites} it can verify. Nothing here does I/O, and no input throws:
 * what is wrong becomes a {@link Finding}.
 */
@NullMarked
package org.pathproof.bgpsec;

import org.jspecify.annotations.NullMarked;
