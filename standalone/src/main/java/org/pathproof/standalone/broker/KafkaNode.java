// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.broker;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import kafka.server.StandardFaultHandlerFactory;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.loader.LoaderManifest;
import org.apache.kafka.image.publisher.MetadataPublisher;
import org.apache.kafka.metadata.BrokerRegistration;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.ServerSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A KRaft controller and a broker in this JVM, with the parts of {@link KafkaRaftServer}. The broker starts after the
 * controller has fenced the previous broker on this folder.
 *
 * <p>Without this wait, Kafka 4.0 to 4.3 can load the committed offsets of groups twice at once and keep only a part of
 * them. docs/adr/0013-the-embedded-broker-starts-after-fencing.md explains the fault.
 */
final class KafkaNode {
    private static final Logger log = LoggerFactory.getLogger(KafkaNode.class);
    /** Time limit for the fencing; it normally takes one broker.session.timeout.ms. */
    private static final Duration FENCING_TIMEOUT = Duration.ofMinutes(2);

    private final int id;
    private final SharedServer shared;
    private final ControllerServer controller;
    private final BrokerServer broker;

    KafkaNode(KafkaConfig config) {
        id = config.nodeId();
        var properties = KafkaRaftServer.initializeLogDirs(config, log, "");
        shared = new SharedServer(
                config,
                properties._1(),
                Time.SYSTEM,
                Server.initializeMetrics(
                        config, Time.SYSTEM, properties._1().clusterId().orElseThrow()),
                CompletableFuture.completedFuture(
                        QuorumConfig.parseVoterConnections(config.quorumConfig().voters())),
                QuorumConfig.parseBootstrapServers(config.quorumConfig().bootstrapServers()),
                new StandardFaultHandlerFactory(),
                ServerSocketFactory.INSTANCE);
        broker = new BrokerServer(shared);
        controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), properties._2());
    }

    /** Starts controller and broker. On return, the broker accepts clients. */
    void start() throws InterruptedException, ExecutionException, TimeoutException {
        controller.startup();
        FormerBroker former = new FormerBroker();
        shared.loader().installPublishers(List.of(former)).get();
        former.fenced.get(FENCING_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        shared.loader().removeAndClosePublisher(former).get();
        broker.startup();
    }

    /** Stops broker and controller, and waits for their end. */
    void stop() {
        broker.shutdown();
        controller.shutdown();
        broker.awaitShutdown();
        controller.awaitShutdown();
    }

    /** Completes when the metadata has no unfenced broker with this id. */
    private final class FormerBroker implements MetadataPublisher {
        final CompletableFuture<Void> fenced = new CompletableFuture<>();

        @Override
        public String name() {
            return "FormerBroker";
        }

        @Override
        public void onMetadataUpdate(MetadataDelta delta, MetadataImage image, LoaderManifest manifest) {
            BrokerRegistration registration = image.cluster().broker(id);
            if (registration == null || registration.fenced()) {
                fenced.complete(null);
            }
        }

        @Override
        public void close() {
            // No resources.
        }
    }
}
