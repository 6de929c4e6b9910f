// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

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
 * A KRaft controller and a broker in this JVM, as {@link KafkaRaftServer} has them, started one after the other: the broker waits until the
 * controller has fenced the broker that ran on this folder before. Otherwise the first metadata it reads name it as leader of the epoch of
 * its former run, and it loads the groups' offsets for that epoch and, when the controller has accepted it, for the next one. When the
 * first load is not over by then, Kafka (4.0 to 4.3) takes its end for the end of the second: the groups are served from a table that is
 * still empty, the next write to it ends the second load, and committed offsets stay wrong until the broker is started again.
 * docs/adr/0013.
 */
final class KafkaNode {
    private static final Logger log = LoggerFactory.getLogger(KafkaNode.class);
    /** Many times the session of a broker, broker.session.timeout.ms. */
    private static final Duration FENCING = Duration.ofMinutes(2);

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

    /** Returns when clients are accepted. Throws what Kafka throws when it does not start. */
    void start() throws InterruptedException, ExecutionException, TimeoutException {
        controller.startup();
        FormerBroker former = new FormerBroker();
        shared.loader().installPublishers(List.of(former)).get();
        former.fenced.get(FENCING.toSeconds(), TimeUnit.SECONDS);
        shared.loader().removeAndClosePublisher(former).get();
        broker.startup();
    }

    /** Stops what runs, and returns when it has stopped. */
    void stop() {
        broker.shutdown();
        controller.shutdown();
        broker.awaitShutdown();
        controller.awaitShutdown();
    }

    /** Reads the cluster's metadata until no broker of this id is in its session. */
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
            // Holds nothing that outlives it.
        }
    }
}
