// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture.samples;

/** The only subclass of {@link SwitchingRoot}. */
public record SwitchingLeaf(int value) implements SwitchingRoot {}
