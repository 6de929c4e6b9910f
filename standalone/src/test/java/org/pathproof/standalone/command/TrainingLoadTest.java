// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.lab.Lab;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.paths.LabRoute;

class TrainingLoadTest {
    @Test
    void addsPrefixesOnThePathsOfTheDemo() {
        List<LabRoute> demo = LabSettings.demo().routes();
        List<LabRoute> training = TrainingLoad.settings().routes();
        List<LabRoute> added = training.subList(demo.size(), training.size());
        assertThat(training).startsWith(demo.toArray(new LabRoute[0]));
        assertThat(added).hasSize(30_000);
        assertThat(added)
                .extracting(LabRoute::prefix)
                .doesNotHaveDuplicates()
                .doesNotContainAnyElementsOf(demo.stream().map(LabRoute::prefix).toList());
        assertThat(added.getFirst().hops()).isEqualTo(demo.getFirst().hops());
    }

    @Test
    void changesEndWithAllRoutesAnnounced() {
        LabSettings demo = LabSettings.demo();
        try (Lab lab = Lab.build(demo.withRoutes(demo.routes().subList(0, 100)))) {
            int routes = lab.routes();
            TrainingLoad.change(lab);
            assertThat(lab.routes()).isEqualTo(routes);
        }
    }
}
