// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.attacks;

import java.util.List;

/** All attacks, in the order in which they run. */
public final class Attacks {
    private Attacks() {}

    /** Returns a new object for each attack. */
    public static List<Attack> all() {
        return List.of(
                new HugeBodies(),
                new BadRequests(),
                new HostileNames(),
                new HalfPdus(),
                new PoisonKey(),
                new SilentViewers(),
                new UnendedFamily(),
                new EverNewRouters(),
                new EncodedPaths(),
                new SlowHeads(),
                new RedisKilled(),
                new DiskFull());
    }
}
