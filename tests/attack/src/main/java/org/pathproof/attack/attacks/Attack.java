// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.attacks;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.pathproof.attack.site.StandaloneSite;
import org.pathproof.attack.truth.HealthWatch;
import org.pathproof.chaos.load.World;
import org.pathproof.harness.SmallDisk;

/** One kind of hostile input or local fault. */
public interface Attack {
    /** Returns a short name, as the command line takes it. */
    String name();

    /** Returns true if health must be {@code ok} in every second of this attack. */
    boolean mustNotMoveHealth();

    /** Attacks until the effect is seen or its deadline is over. Each fault is a sentence to {@code complaints}. */
    void run(Target target, Consumer<String> complaints) throws IOException, InterruptedException;

    /**
     * The program under attack and its environment.
     *
     * @param disk file system of the data folder; empty where mounting is not permitted
     */
    record Target(StandaloneSite site, World world, HealthWatch watch, Optional<SmallDisk> disk) {}
}
