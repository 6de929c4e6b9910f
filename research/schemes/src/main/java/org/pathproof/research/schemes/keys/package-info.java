// SPDX-License-Identifier: Apache-2.0
/**
 * The {@link org.pathproof.research.schemes.keys.RegularKey} of a speaker, which a PKI publishes. SPV and KC-MT need it
 * beside their hash trees.
 */
@NullMarked
package org.pathproof.research.schemes.keys;

import org.jspecify.annotations.NullMarked;
