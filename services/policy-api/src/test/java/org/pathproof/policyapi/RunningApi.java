// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.contracts.RecordFormat;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Collector;
import org.pathproof.contracts.v1.Gap;
import org.pathproof.contracts.v1.Ownership;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.policyapi.refusals.RefusalMemory;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.verdictstore.Records;
import org.pathproof.verdictstore.store.RouteTable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs the policy API on a free port, with the shared Kafka broker and an RPKI set in memory. */
public final class RunningApi implements AutoCloseable {
    public static final int PARTITIONS = 3;

    /** Lease of a collector whose only heartbeat counts until the end of a test, in milliseconds. */
    public static final int LEASE_MS = 600_000;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final EmbeddedKafka kafka;
    private final KafkaProducer<byte[], byte[]> producer;
    private final MemoryRpkiSource rpki = new MemoryRpkiSource(4711);
    private final HttpClient http = HttpClient.newHttpClient();
    private ConfigurableApplicationContext context;

    /**
     * Starts the program, and waits until the store is complete; {@code properties} override settings ({@code
     * name=value}).
     */
    public RunningApi(String... properties) {
        this(EmbeddedKafka.shared(), properties);
    }

    private RunningApi(EmbeddedKafka kafka, String... properties) {
        this.kafka = kafka;
        this.producer = kafka.producer();
        kafka.createTopics(PARTITIONS, Topics.VERDICTS, Topics.ROUTES);
        kafka.createTopics(1, Topics.SESSIONS, Topics.COLLECTORS);
        context = run(properties);
        awaitReady();
    }

    private RunningApi(RunningApi other, String... properties) {
        this.kafka = other.kafka;
        this.producer = kafka.producer();
        context = run(properties);
        awaitReady();
    }

    /** Starts a further policy API with the same topics. */
    public RunningApi further(String... properties) {
        return new RunningApi(this, properties);
    }

    /** Opens a producer for many records. */
    public KafkaProducer<byte[], byte[]> producer() {
        return kafka.producer();
    }

    /** Returns the admin client of all tests. */
    public Admin admin() {
        return kafka.admin();
    }

    private ConfigurableApplicationContext run(String... properties) {
        return new SpringApplicationBuilder(PolicyApiApplication.class)
                .initializers(c -> ((GenericApplicationContext) c)
                        .registerBean("policyApiRpkiSource", RpkiSource.class, () -> rpki))
                .properties(
                        "spring.config.name=policy-api",
                        "server.address=127.0.0.1",
                        "spring.main.allow-bean-definition-overriding=true",
                        "pathproof.policy-api.rtr-port=0",
                        "pathproof.policy-api.rtr-bind=127.0.0.1")
                .run(arguments(properties));
    }

    private String[] arguments(String... properties) {
        String[] arguments = new String[properties.length + 2];
        arguments[0] = "--pathproof.kafka.bootstrap-servers=" + kafka.bootstrapServers();
        arguments[1] = "--server.port=0"; // overrides policy-api.yaml, which a default property cannot override
        for (int i = 0; i < properties.length; i++) {
            arguments[i + 2] = "--" + properties[i];
        }
        return arguments;
    }

    /** Stops the program and starts it again with the same Kafka. */
    public void restart(String... properties) {
        context.close();
        context = run(properties);
        awaitReady();
    }

    /** Restarts the program without waiting until the store is ready. */
    public void restartUnready() {
        context.close();
        context = run();
    }

    private void awaitReady() {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> context.getBean(Readiness.class).isComplete());
        context.getBeanProvider(RefusalMemory.class)
                .ifAvailable(memory -> await().atMost(Duration.ofSeconds(30))
                        .ignoreExceptions()
                        .until(() -> {
                            memory.requireReady();
                            return true;
                        }));
    }

    public MemoryRpkiSource rpki() {
        return rpki;
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public <T> T bean(String name, Class<T> type) {
        return context.getBean(name, type);
    }

    public void putSession(int number, Session.Builder session) {
        send(
                Topics.SESSIONS,
                0,
                Records.sessionId(number).bytes().toArray(),
                session.build().toByteArray());
    }

    public void putGap(Gap gap) {
        send(Topics.SESSIONS, 0, Gaps.key(gap.getTopic(), gap.getPartition()), gap.toByteArray());
    }

    /** Sends a heartbeat of a collector. It counts as live for 15 s, or for its lease if that is longer. */
    public void putCollector(Collector collector) {
        send(Topics.COLLECTORS, 0, collector.getId().getBytes(StandardCharsets.UTF_8), collector.toByteArray());
    }

    /** Sends a heartbeat of a collector to which a router is connected until the end of the test. */
    public void connectRouter(ByteString routerHash) {
        putCollector(Collector.newBuilder()
                .setId("c1")
                .setLeaseMs(LEASE_MS)
                .addRouters(Ownership.newBuilder().setRouterHash(routerHash))
                .build());
    }

    public void putVerdict(RouteKey key, Verdict.Builder verdict) {
        byte[] bytes = key.toBytes();
        send(
                Topics.VERDICTS,
                PrefixPartitioner.partition(bytes, PARTITIONS),
                bytes,
                verdict.build().toByteArray());
    }

    public void withdraw(RouteKey key) {
        byte[] bytes = key.toBytes();
        send(Topics.VERDICTS, PrefixPartitioner.partition(bytes, PARTITIONS), bytes, null);
    }

    /** Withdraws a route by a record of another format. */
    public void withdrawInFormat(RouteKey key, String format) {
        byte[] bytes = key.toBytes();
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(Topics.VERDICTS, PrefixPartitioner.partition(bytes, PARTITIONS), bytes, null);
        record.headers().add(RecordFormat.HEADER, format.getBytes(StandardCharsets.US_ASCII));
        send(record);
    }

    /** Deletes the topic of verdicts and creates it again, empty. */
    public void recreateVerdicts() {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()))) {
            admin.deleteTopics(List.of(Topics.VERDICTS)).all().get();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> !admin.listTopics().names().get().contains(Topics.VERDICTS));
            NewTopic empty = new NewTopic(Topics.VERDICTS, PARTITIONS, (short) 1);
            admin.createTopics(List.of(empty)).all().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void send(String topic, int partition, byte[] key, byte @Nullable [] value) {
        send(new ProducerRecord<>(topic, partition, key, value));
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
        try {
            producer.send(record).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Writes route events to partition 0, which no validator reads. */
    public void putRouteEvents(int number) {
        for (int i = 0; i < number; i++) {
            send(Topics.ROUTES, 0, new byte[] {(byte) i}, new byte[0]);
        }
    }

    /** Commits a number of events of partition 0 for the validators' group. */
    public void commitAsValidator(long events) {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()))) {
            admin.alterConsumerGroupOffsets(
                            "pathproof-validator",
                            Map.of(new TopicPartition(Topics.ROUTES, 0), new OffsetAndMetadata(events)))
                    .all()
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Opens a transaction in the same way as a validator. */
    public OpenTransaction transaction() {
        return new OpenTransaction(kafka.bootstrapServers());
    }

    /** Verdicts that are hidden until {@link #commit}. */
    public static final class OpenTransaction implements AutoCloseable {
        private final KafkaProducer<byte[], byte[]> producer;

        private OpenTransaction(String brokers) {
            producer = new KafkaProducer<>(
                    Map.of(
                            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                            brokers,
                            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                            "a-validator"),
                    new ByteArraySerializer(),
                    new ByteArraySerializer());
            producer.initTransactions();
            producer.beginTransaction();
        }

        /** Writes a verdict and waits until the broker has it. */
        public void putVerdict(RouteKey key, Verdict.Builder verdict) {
            byte[] bytes = key.toBytes();
            var _ = producer.send(new ProducerRecord<>(
                    Topics.VERDICTS,
                    PrefixPartitioner.partition(bytes, PARTITIONS),
                    bytes,
                    verdict.build().toByteArray()));
            producer.flush();
        }

        public void commit() {
            producer.commitTransaction();
        }

        public void abort() {
            producer.abortTransaction();
        }

        @Override
        public void close() {
            producer.close(Duration.ZERO);
        }
    }

    /** Returns the value of a metric without labels. */
    public double metric(String name) {
        return get("/actuator/prometheus", "Accept", "text/plain")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    /** Writes a record of pathproof.verdicts from any bytes, for example bytes that cannot be decoded. */
    public void publishVerdict(byte[] key, byte[] value) {
        send(Topics.VERDICTS, 0, key, value);
    }

    /** Waits until the store holds a number of routes, including hidden ones. */
    public void awaitRoutes(long number) {
        RouteTable table = context.getBean(RouteTable.class);
        await().atMost(Duration.ofSeconds(20)).until(() -> table.size() == number);
    }

    public int port() {
        return Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    public HttpResponse<String> get(String path, String... headers) {
        return getUri(uri(path).toString(), headers);
    }

    /** Sends a GET request to any port. */
    public HttpResponse<String> getUri(String uri, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(uri)).timeout(Duration.ofSeconds(20));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build());
    }

    public HttpResponse<String> post(String path, String body, String... headers) {
        return post(path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    /** Sends a body of JSON, unless a header names another type. */
    public HttpResponse<String> post(String path, byte[] body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri(path)).POST(HttpRequest.BodyPublishers.ofByteArray(body));
        request.setHeader("Content-Type", "application/json");
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return send(request.build());
    }

    /** Sends a request with a body of JSON, unless a header names another type. */
    public HttpResponse<String> send(String method, String path, String body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri(path)).method(method, HttpRequest.BodyPublishers.ofString(body));
        request.setHeader("Content-Type", "application/json");
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return send(request.build());
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Returns the body of a response with status 200. */
    public JsonNode json(String path) {
        HttpResponse<String> response = get(path);
        if (response.statusCode() != 200) {
            throw new AssertionError(path + ": " + response.statusCode() + " " + response.body());
        }
        return JSON.readTree(response.body());
    }

    public static JsonNode parse(String json) {
        return JSON.readTree(json);
    }

    /** Returns the prefixes, with their lengths, of the routes that a query selects. */
    public List<String> prefixes(String query) {
        return json("/api/v1/routes?" + query)
                .get("routes")
                .valueStream()
                .map(route -> route.get("prefix").asString() + "/"
                        + route.get("prefix_len").asInt())
                .toList();
    }

    @Override
    public void close() {
        context.close();
        producer.close();
        http.close();
    }
}
