// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import java.util.List;

/**
 * What a lab is made of.
 *
 * @param seed keys and signatures follow from it
 * @param localAs the AS of the network whose routers are simulated
 * @param routers how many of them, at least 1
 * @param routes what the neighbours announce; each neighbour is the newest AS of its routes
 * @param mischief whether the mischiefs are announced too
 */
public record LabSettings(
        String seed,
        long localAs,
        int routers,
        List<LabRoute> routes,
        SimulatedRouter.Telling telling,
        boolean mischief) {
    /** The AS of the network in the demo and the tests (RFC 5398). */
    public static final long LOCAL_AS = 64500;

    public LabSettings {
        if (routers < 1) {
            throw new IllegalArgumentException("a lab needs a router");
        }
        routes = List.copyOf(routes);
    }

    /** Three routers, the sample paths, every mischief. */
    public static LabSettings demo() {
        return new LabSettings("pathproof", LOCAL_AS, 3, SamplePaths.load(), SimulatedRouter.Telling.MONITORING, true);
    }

    public LabSettings withRoutes(List<LabRoute> other) {
        return new LabSettings(seed, localAs, routers, other, telling, mischief);
    }

    public LabSettings withoutMischief() {
        return new LabSettings(seed, localAs, routers, routes, telling, false);
    }

    public LabSettings withTelling(SimulatedRouter.Telling other) {
        return new LabSettings(seed, localAs, routers, routes, other, mischief);
    }
}
