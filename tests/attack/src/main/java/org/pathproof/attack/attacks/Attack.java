// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.attacks;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.pathproof.attack.check.HealthWatch;
import org.pathproof.attack.site.StandaloneSite;
import org.pathproof.chaos.load.World;
import org.pathproof.harness.SmallDisk;

/** One kind of hostile input or local fault. */
public interface Attack {
    /** Returns the short name for the option {@code --only}. */
    String name();

    /** Returns true if health must be {@code ok} in every second of this attack. */
    boolean requiresHealthOk();

    /**
     * Attacks until the effect is observed or a deadline is over. Reports each fault of the program as one sentence to
     * {@code faults}.
     */
    void run(Target target, Consumer<String> faults) throws IOException, InterruptedException;

    /**
     * The program under attack and its environment.
     *
     * @param disk file system of the data folder; empty where mounting is not permitted
     */
    record Target(StandaloneSite site, World world, HealthWatch watch, Optional<SmallDisk> disk) {}
}
