// SPDX-License-Identifier: Apache-2.0
/**
 * Pathproof in one process: the four services in one Spring context, with a Kafka broker in the same JVM and a Redis server as a
 * child process.
 *
 * {@link Standalone} is the program. A {@link DataFolder} owns everything that lasts; {@link EmbeddedBroker} and
 * {@link RedisProcess} live in it, listen on 127.0.0.1 only, and come back after a crash with what they had. {@link Site} puts them
 * and the services together; {@code demo} plays the signed internet of {@code tools/lab} at a site and compares the answers of its
 * REST API with what each mischief ought to give.
 */
@NullMarked
package org.pathproof.standalone;

import org.jspecify.annotations.NullMarked;
