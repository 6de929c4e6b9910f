// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Records of a topic in a broker of tests. */
public final class KafkaRecords {
    private static final String TOPIC = "kept";

    private KafkaRecords() {}

    /** Sends values, and creates the topic first if {@code create} is true. */
    public static void produce(String servers, Map<String, String> login, List<String> values, boolean create)
            throws Exception {
        Map<String, Object> config = new HashMap<>(login);
        config.put("bootstrap.servers", servers);
        if (create) {
            try (Admin admin = Admin.create(config)) {
                admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1)))
                        .all()
                        .get();
            }
        }
        config.put("acks", "all");
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            for (String value : values) {
                producer.send(new ProducerRecord<>(TOPIC, value)).get();
            }
        }
    }

    /** Reads values of the topic, in a group that commits its offset. */
    public static List<String> consume(EmbeddedBroker broker, int count) {
        List<String> values = new ArrayList<>();
        Map<String, Object> config = new HashMap<>(broker.clientProperties());
        config.put("bootstrap.servers", broker.bootstrapServers());
        config.put("group.id", "test");
        config.put("auto.offset.reset", "earliest");
        try (var consumer = new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(Set.of(TOPIC));
            long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (values.size() < count && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(200)).forEach(r -> values.add(r.value()));
            }
        }
        return values;
    }
}
