// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture.samples;

/** Names its subclass in a switch. */
public sealed interface SwitchingRoot permits SwitchingLeaf {
    /** Returns the value of the leaf. */
    default int number() {
        return switch (this) {
            case SwitchingLeaf leaf -> leaf.value();
        };
    }
}
