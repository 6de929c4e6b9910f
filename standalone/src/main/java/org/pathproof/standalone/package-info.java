// SPDX-License-Identifier: Apache-2.0
/**
 * Pathproof in one process: the four services in one Spring context, a Kafka broker in the same JVM, and Redis as a
 * child process.
 *
 * <p>{@link Standalone} is the program. {@link DataFolder} owns all persistent data. {@link EmbeddedBroker} and {@link
 * RedisProcess} keep their data in this folder, listen on 127.0.0.1 only, and recover after a crash. {@link Site}
 * starts the broker, Redis and the services. {@link DemoCommand} sends the signed routes and the attacks of {@code
 * tools/lab} to a site, and compares the REST answer on each attack with the expected one.
 */
@NullMarked
package org.pathproof.standalone;

import org.jspecify.annotations.NullMarked;
