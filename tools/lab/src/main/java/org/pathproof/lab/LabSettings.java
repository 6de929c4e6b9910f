// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import java.util.List;
import org.pathproof.lab.attacks.Attacks;
import org.pathproof.lab.paths.LabRoute;
import org.pathproof.lab.paths.SamplePaths;
import org.pathproof.lab.routers.SimulatedRouter;

/**
 * The settings of a lab.
 *
 * @param seed determines all keys and signatures
 * @param localAs the AS of the simulated routers
 * @param routers the number of simulated routers, at least 1
 * @param routes the routes that neighbors announce; the newest AS of a route is the neighbor
 * @param reporting BMP messages in which routers report updates
 * @param withAttacks true if neighbors also announce all {@link Attacks}
 */
public record LabSettings(
        String seed,
        long localAs,
        int routers,
        List<LabRoute> routes,
        SimulatedRouter.Reporting reporting,
        boolean withAttacks) {
    /** The AS of the network in the demo and the tests (RFC 5398). */
    public static final long LOCAL_AS = 64500;

    public LabSettings {
        if (routers < 1) {
            throw new IllegalArgumentException("a lab needs at least 1 router");
        }
        routes = List.copyOf(routes);
    }

    /** Returns the settings of the demo: three routers, the sample paths, all attacks. */
    public static LabSettings demo() {
        return new LabSettings(
                "pathproof", LOCAL_AS, 3, SamplePaths.load(), SimulatedRouter.Reporting.MONITORING, true);
    }

    public LabSettings withRoutes(List<LabRoute> other) {
        return new LabSettings(seed, localAs, routers, other, reporting, withAttacks);
    }

    public LabSettings withoutAttacks() {
        return new LabSettings(seed, localAs, routers, routes, reporting, false);
    }

    public LabSettings withReporting(SimulatedRouter.Reporting other) {
        return new LabSettings(seed, localAs, routers, routes, other, withAttacks);
    }
}
