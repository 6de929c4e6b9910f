// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.lifecycle;

import org.pathproof.collector.ownership.KafkaOwnership;
import org.pathproof.collector.settings.CollectorSettings;
import org.pathproof.contracts.Topics;
import org.pathproof.settings.KafkaSettings;

/** Holds the ownership of routers among collectors. */
public final class OwnershipPart extends CollectorPart<KafkaOwnership> {
    private final CollectorSettings settings;
    private final KafkaSettings kafka;

    public OwnershipPart(CollectorSettings settings, KafkaSettings kafka) {
        super(0);
        this.settings = settings;
        this.kafka = kafka;
    }

    @Override
    String waitsFor() {
        return "the owners of routers in " + Topics.COLLECTORS;
    }

    @Override
    KafkaOwnership open() {
        return new KafkaOwnership(kafka.client(), settings.id(), settings.lease(), this::restartAll);
    }

    @Override
    void begin(KafkaOwnership ownership) {
        ownership.start();
    }
}
