// SPDX-License-Identifier: Apache-2.0
/**
 * Redis as a child process.
 *
 * <p>{@code RedisProgram} finds an installed server. {@code RedisProcess} is one run of it, on 127.0.0.1 and behind a
 * random password, with a {@code BoundedLog}. {@code RedisSupervisor} restarts a server that ended, and sets damaged
 * data aside through {@code RedisData}. {@code RedisHealth} reports failures to operators.
 */
@NullMarked
package org.pathproof.standalone.redis;

import org.jspecify.annotations.NullMarked;
