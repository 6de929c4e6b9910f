// SPDX-License-Identifier: Apache-2.0
/**
 * Logs of all services: their format, the names of their events, and the limit of repeated lines.
 *
 * <p>{@link org.pathproof.telemetry.logs.LogEnvironment} selects the text or ECS format by the settings {@link
 * org.pathproof.telemetry.logs.LogSettings}. {@link org.pathproof.telemetry.logs.EcsMembers} adds the event's name and
 * its key=value pairs to each ECS line. The name of an event is an SLF4J marker of the log call. {@link
 * org.pathproof.telemetry.logs.RepeatLimit} owns the rule for repeated lines. {@link
 * org.pathproof.telemetry.logs.LimitedAppender} applies it before all other appenders.
 */
@NullMarked
package org.pathproof.telemetry.logs;

import org.jspecify.annotations.NullMarked;
