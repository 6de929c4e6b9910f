// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.topics;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.pathproof.collector.settings.CollectorSettings;
import org.pathproof.contracts.TopicCheck;
import org.pathproof.contracts.TopicProvisioner;
import org.pathproof.contracts.TopicSettings;
import org.pathproof.settings.KafkaSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/**
 * Creates the topics of all services before the services start, and refuses existing topics that do not fit. The chart
 * runs the program as a hook, before an installation and before an upgrade.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableConfigurationProperties({KafkaSettings.class, CollectorSettings.class})
public class TopicsProgram {
    /** Command line option that starts this program instead of the collector. */
    public static final String OPTION = "--provision-topics";

    /** Exit code if the topics fit. */
    static final int FITS = 0;

    /** Exit code if Kafka does not respond or refuses a request: another attempt may succeed. */
    static final int UNAVAILABLE = 1;

    /** Exit code if existing topics do not fit: an operator must act. */
    static final int REFUSED = 3;

    private static final Logger log = LoggerFactory.getLogger(TopicsProgram.class);

    /** Runs the program with the settings of {@code collector.yaml} and returns its exit code. */
    public static int run(String... arguments) {
        try (var context = new SpringApplicationBuilder(TopicsProgram.class)
                .properties("spring.config.name=collector")
                .web(WebApplicationType.NONE)
                .run(arguments)) {
            return provision(context.getBean(CollectorSettings.class), context.getBean(KafkaSettings.class));
        } catch (InterruptedException e) {
            log.error(getMarker("topics-check-interrupted"), "stopped before the topics were checked", e);
            Thread.currentThread().interrupt();
            return UNAVAILABLE;
        }
    }

    private static int provision(CollectorSettings settings, KafkaSettings kafka) throws InterruptedException {
        try {
            List<String> problems = problems(settings, kafka);
            problems.forEach(problem -> log.error(getMarker("topic-unfit"), "topic does not fit: {}", problem));
            if (problems.isEmpty()) {
                log.info("all topics fit: brokers={}", kafka.bootstrapServers());
            }
            return problems.isEmpty() ? FITS : REFUSED;
        } catch (KafkaException e) {
            log.error(
                    getMarker("topics-unchecked"),
                    "topics not checked: brokers={} error=\"{}\"",
                    kafka.bootstrapServers(),
                    e.getMessage());
            log.debug("topics not checked", e);
            return UNAVAILABLE;
        }
    }

    /** Creates missing topics if the existing ones fit; returns what does not fit, as sentences. */
    private static List<String> problems(CollectorSettings settings, KafkaSettings kafka) throws InterruptedException {
        TopicSettings topics = kafka.topics();
        CollectorTopics collector = new CollectorTopics(settings, kafka);
        NewTopic policies = TopicProvisioner.policiesTopic(topics);
        List<NewTopic> wanted = new ArrayList<>(TopicProvisioner.topics(topics));
        wanted.addAll(collector.furtherTopics());
        wanted.add(policies);
        NewTopic refusals = TopicProvisioner.refusalsTopic(topics);
        wanted.add(refusals);
        NewTopic inventory = TopicProvisioner.inventoryTopic(topics);
        wanted.add(inventory);
        NewTopic incidents = TopicProvisioner.incidentsTopic(topics);
        wanted.add(incidents);
        Admin admin = Admin.create(kafka.client());
        try {
            TopicCheck check = new TopicCheck(admin);
            List<String> problems = check.layout(wanted);
            if (!problems.isEmpty()) {
                return problems;
            }
            collector.provision();
            new TopicProvisioner(admin, topics).provision(policies);
            new TopicProvisioner(admin, topics).provision(refusals);
            new TopicProvisioner(admin, topics).provision(inventory);
            new TopicProvisioner(admin, topics).provision(incidents);
            return check.cleanup(wanted);
        } finally {
            admin.close(Duration.ZERO); // a graceful close waits for unreachable brokers
        }
    }
}
