// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.command;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.lab.Churn;
import org.pathproof.lab.Lab;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.paths.LabRoute;
import org.pathproof.wire.Prefix;

/**
 * The load under which the launcher creates a start cache: a larger table than that of the demo, and changes at full
 * speed. The JVM then stores profiles of hot methods (JEP 515), so that a later start compiles these methods at once.
 */
final class TrainingLoad {
    private static final int ROUTES = 30_000;
    private static final int CHANGES = 20_000;
    private static final int MAX_WITHDRAWN_ROUTES = 2_000;
    private static final long SEED = 1;
    /** 11.0.0.0; the sample paths of the lab have no prefix in 11.0.0.0/8. */
    private static final int FIRST_ADDRESS = 11 << 24;

    private static final int PREFIX_LENGTH = 24;

    private TrainingLoad() {}

    /** Returns the settings of the demo with additional routes on the same paths. */
    static LabSettings settings() {
        LabSettings demo = LabSettings.demo();
        List<LabRoute> samples = demo.routes();
        List<LabRoute> routes = new ArrayList<>(samples);
        for (int i = 0; i < ROUTES; i++) {
            Prefix prefix = Prefix.ipv4(FIRST_ADDRESS + (i << (Integer.SIZE - PREFIX_LENGTH)), PREFIX_LENGTH);
            routes.add(new LabRoute(prefix, samples.get(i % samples.size()).hops()));
        }
        return demo.withRoutes(routes);
    }

    /** Withdraws and announces routes at full speed. Announces all of them in the end. */
    static void change(Lab lab) {
        try (Churn changes = new Churn(lab, SEED, MAX_WITHDRAWN_ROUTES)) {
            for (int i = 0; i < CHANGES; i++) {
                changes.tick();
            }
        }
    }
}
