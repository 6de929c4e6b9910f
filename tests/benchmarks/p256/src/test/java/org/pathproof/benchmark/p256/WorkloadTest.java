// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;

/** Tests the file of the workload, and that every contestant of this JVM verifies its signatures. */
class WorkloadTest {
    private static final int KEYS = 50;

    @TempDir
    Path folder;

    @Test
    void givesTheSameFileInEachRun() throws IOException {
        Workload made = Workload.of(KEYS, folder);
        byte[] file = Files.readAllBytes(made.file());
        Workload kept = Workload.of(KEYS, folder);
        assertThat(kept.keys()).isEqualTo(KEYS);
        assertThat(kept.size()).isEqualTo(Workload.signatures(KEYS)).isEqualTo(made.size());
        assertThat(kept.spki(7)).isEqualTo(made.spki(7));
        Files.delete(made.file());
        assertThat(Files.readAllBytes(Workload.of(KEYS, folder).file())).isEqualTo(file);
        assertThat(kept.signatureCase(0).message().length)
                .isBetween(Workload.MIN_MESSAGE_BYTES, Workload.MAX_MESSAGE_BYTES);
    }

    @Test
    void contestantsOfThisJvmVerifyIt() throws IOException {
        Workload workload = Workload.of(KEYS, folder);
        List<String> remarks = new ArrayList<>();
        List<Contestant.InJvm> contestants = new ArrayList<>(Providers.contestants(workload, remarks));
        assertThat(contestants).extracting(Contestant::name).contains("JDK", "Bouncy Castle");
        new SignatureEngines(EngineSettings.fromSystem())
                .available()
                .forEach(engine ->
                        contestants.add(new EngineContestant(engine, workload, EngineContestant.keys(workload))));
        for (Contestant.InJvm contestant : contestants) {
            for (Job job : Job.values()) {
                int batch = contestant.batches() ? 64 : 1;
                Task task = contestant.task(job, batch, workload.size() - batch);
                for (int i = 0; i < 3; i++) {
                    assertThat(task.next()).isEqualTo(batch);
                }
            }
        }
    }

    @Test
    void aBadSignatureEndsTheMeasurement() throws IOException {
        Workload workload = Workload.of(KEYS, folder);
        workload.signatureCase(1).message()[0] ^= 1;
        EngineContestant contestant = new EngineContestant(
                SignatureEngines.select(EngineSettings.fromSystem()), workload, EngineContestant.keys(workload));
        assertThatThrownBy(() -> contestant.task(Job.WHOLE_JOB, 2, 0).next())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("verifies 1 of 2");
    }
}
