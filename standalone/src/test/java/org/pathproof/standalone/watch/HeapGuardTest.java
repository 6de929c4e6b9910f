// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.collector.intake.Intake;

final class HeapGuardTest {
    private final Intake intake = new Intake();
    private final AtomicInteger collections = new AtomicInteger();
    private double used;
    /** Value of {@link #used} after a collection; NaN for no change. */
    private double usedAfterCollection = Double.NaN;

    private Path data;
    private HeapGuard guard;

    @BeforeEach
    void start(@TempDir Path folder) {
        data = folder;
        guard = guard();
    }

    private HeapGuard guard() {
        return new HeapGuard(() -> used, intake, data, this::collect);
    }

    private void collect() {
        collections.incrementAndGet();
        if (!Double.isNaN(usedAfterCollection)) {
            used = usedAfterCollection;
        }
    }

    @Test
    void closesTheIntakeWhileTheHeapIsNearlyFull() throws IOException {
        used = 0.91;
        guard.check();
        assertThat(intake.isOpen()).isTrue();
        assertThat(HeapGuard.takeMark(data)).isFalse();

        used = 0.93;
        guard.check();
        assertThat(intake.closedBecause()).contains("93 % of the Java heap are in use", "--heap");
        used = 0.85;
        guard.check();
        assertThat(intake.isOpen()).isFalse();
        assertThat(collections).hasValue(1);
        for (int round = 0; round < 40; round++) {
            guard.check();
        }
        assertThat(collections).hasValue(2);

        used = 0.79;
        guard.check();
        assertThat(intake.isOpen()).isTrue();
        assertThat(HeapGuard.takeMark(data)).isFalse();
    }

    /** Otherwise, garbage alone would close the intake, and health would fail. */
    @Test
    void collectsGarbageBeforeItCloses() {
        usedAfterCollection = 0.5;
        used = 0.95;
        guard.check();
        assertThat(intake.isOpen()).isTrue();
        assertThat(collections).hasValue(1);

        used = 0.95;
        guard.check();
        assertThat(intake.isOpen()).as("collection after collection").isFalse();
        assertThat(collections).hasValue(1);
    }

    /** A flood of requests makes garbage again and again. */
    @Test
    void collectsAgainSoonAfterACollectionThatHelped() {
        usedAfterCollection = 0.5;
        used = 0.95;
        guard.check();
        for (int round = 0; round < 4; round++) {
            guard.check();
        }
        used = 0.95;
        guard.check();
        assertThat(intake.isOpen()).isTrue();
        assertThat(collections).hasValue(2);
    }

    @Test
    void anotherReasonKeepsTheIntakeClosed() {
        used = 0.95;
        guard.check();
        intake.close("disk", "the disk is full");
        used = 0.5;
        guard.check();
        assertThat(intake.closedBecause()).isEqualTo("the disk is full");
        intake.open("disk");
        assertThat(intake.isOpen()).isTrue();
    }

    @Test
    void aStartFindsTheMarkOfARunThatEndedWithAFullHeapOnce() throws IOException {
        used = 0.99;
        guard.check();
        guard = guard(); // the process was killed
        assertThat(HeapGuard.takeMark(data)).isTrue();
        assertThat(HeapGuard.takeMark(data)).isFalse();
    }

    @Test
    void aRunThatStopsInOrderLeavesNoMark() throws IOException {
        used = 0.99;
        guard.check();
        guard.stop();
        assertThat(HeapGuard.takeMark(data)).isFalse();
    }
}
