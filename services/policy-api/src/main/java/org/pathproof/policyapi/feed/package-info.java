/**
 * Reads Kafka into the store.
 *
 * <p>{@link org.pathproof.policyapi.feed.VerdictFollower} owns the consumer and the only thread that writes the store.
 * The follower reads every partition of pathproof.verdicts and pathproof.sessions from the beginning, without a
 * consumer group. Each replica holds all records, and reads them again after a restart. A {@link
 * org.pathproof.policyapi.feed.Position} lets clients continue where they stopped.
 *
 * <p>{@link org.pathproof.policyapi.feed.PipelineMonitor} measures the delay of the store, and {@link
 * org.pathproof.policyapi.feed.CollectorMonitor} tracks the connected routers. A {@link
 * org.pathproof.policyapi.feed.FeedThread} computes a feed from the store.
 */
@NullMarked
package org.pathproof.policyapi.feed;

import org.jspecify.annotations.NullMarked;
