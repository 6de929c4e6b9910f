// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture.samples;

/** Names its subclass in the list of permitted subclasses alone. */
public sealed interface SealedRoot permits SealedLeaf {}
