// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.scheme;

import org.pathproof.schemes.ConfiguredScheme;
import org.pathproof.schemes.KeyDirectory;

/** A scheme with the published keys of its speakers. */
record KnownScheme(ConfiguredScheme scheme, KeyDirectory keys) {}
