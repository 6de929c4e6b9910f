// SPDX-License-Identifier: Apache-2.0
/**
 * Pathproof in one process: the four services in one Spring context, a Kafka broker in the same JVM, and Redis as a
 * child process.
 *
 * <p>{@link Standalone} is the program. Its commands are in {@code command}; {@code up} and {@code demo} start the site
 * of {@code site}. A site has a folder ({@code data}), a Kafka broker ({@code broker}), Redis ({@code redis}) and the
 * services. {@code watch} reports a short heap or disk. {@code settings} has the options and the configuration file,
 * {@code network} chooses ports and addresses, and {@code console} prints to the user who started the program.
 */
@NullMarked
package org.pathproof.standalone;

import org.jspecify.annotations.NullMarked;
