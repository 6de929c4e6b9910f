/**
 * Reads Kafka into the store.
 *
 * <p>{@link org.pathproof.verdictstore.input.VerdictFollower} owns the consumer and the thread that writes the complete
 * store. {@link org.pathproof.verdictstore.input.PollWriter} shares the records of a large poll out over further
 * threads, by partition, and tells the listeners. The follower reads every partition of pathproof.verdicts and
 * pathproof.sessions without a consumer group: from the beginning, on several threads ({@link
 * org.pathproof.verdictstore.input.InitialLoad}), or from where a snapshot ends ({@link
 * org.pathproof.verdictstore.input.Snapshots}). Each replica holds all records. A {@link
 * org.pathproof.verdictstore.input.Position} lets clients continue where they stopped.
 *
 * <p>{@link org.pathproof.verdictstore.input.PipelineMonitor} measures the delay of the store, and
 * {@link org.pathproof.verdictstore.input.CollectorMonitor} tracks the connected routers. Both the follower and the
 * monitor write their state to a {@link org.pathproof.verdictstore.input.StoreStatus}, which feeds, health and REST
 * read. A {@link org.pathproof.verdictstore.input.ChangeListener} receives every change of the store.
 *
 * <p>{@link org.pathproof.verdictstore.input.ConsumerThread} is the thread of each follower of a topic, also of the
 * follower of policies in {@code org.pathproof.routerfeeds}. {@link org.pathproof.verdictstore.input.KafkaTopics} opens
 * their consumers.
 */
@NullMarked
package org.pathproof.verdictstore.input;

import org.jspecify.annotations.NullMarked;
