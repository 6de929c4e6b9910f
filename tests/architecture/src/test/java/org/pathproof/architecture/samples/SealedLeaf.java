// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture.samples;

/** The only subclass of {@link SealedRoot}. */
public record SealedLeaf(int value) implements SealedRoot {}
