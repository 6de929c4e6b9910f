/**
 * From Kafka into the store.
 *
 * <p>{@link org.pathproof.policyapi.feed.VerdictFollower} owns the one consumer and the one thread that writes the store. It reads every
 * partition of pathproof.verdicts and pathproof.sessions from its beginning, in no consumer group: each replica holds everything, and a
 * restart rebuilds it. A {@link org.pathproof.policyapi.feed.Position} says how far, for clients that want to go on from there.
 */
@NullMarked
package org.pathproof.policyapi.feed;

import org.jspecify.annotations.NullMarked;
