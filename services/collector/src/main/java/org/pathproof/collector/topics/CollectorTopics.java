// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.topics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.pathproof.collector.settings.CollectorSettings;
import org.pathproof.contracts.TopicProvisioner;
import org.pathproof.contracts.TopicSettings;
import org.pathproof.contracts.Topics;
import org.pathproof.settings.KafkaSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the topics that the collector needs. */
public final class CollectorTopics {
    private static final Logger log = LoggerFactory.getLogger(CollectorTopics.class);

    private final CollectorSettings settings;
    private final KafkaSettings kafka;

    public CollectorTopics(CollectorSettings settings, KafkaSettings kafka) {
        this.settings = settings;
        this.kafka = kafka;
    }

    public String waitsFor() {
        return "Kafka at " + kafka.bootstrapServers();
    }

    public void provision() throws InterruptedException {
        TopicSettings topics = kafka.topics();
        Admin admin = Admin.create(kafka.client());
        try {
            TopicProvisioner provisioner = new TopicProvisioner(admin, topics);
            log.info("created topics: names={}", provisioner.provision());
            for (NewTopic topic : furtherTopics()) {
                provisioner.provision(topic);
            }
        } finally {
            admin.close(Duration.ZERO); // a graceful close waits for unreachable brokers
        }
    }

    /** Returns the topics of the collector besides those of {@link TopicProvisioner#topics}. */
    List<NewTopic> furtherTopics() {
        TopicSettings topics = kafka.topics();
        List<NewTopic> further = new ArrayList<>();
        further.add(TopicProvisioner.collectorsTopic(topics));
        if (settings.openbmp().publish()) {
            further.add(TopicProvisioner.rawTopic(Topics.OPENBMP_RAW, topics));
        }
        if (settings.openbmp().isRead()) {
            further.add(TopicProvisioner.rawTopic(Topics.OPENBMP_REKEYED, topics));
        }
        return further;
    }
}
