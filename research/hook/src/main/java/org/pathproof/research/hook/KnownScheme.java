// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.hook;

import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.KeyDirectory;

/** A scheme with the published keys of its speakers. */
record KnownScheme(ConfiguredScheme scheme, KeyDirectory keys) {}
