// SPDX-License-Identifier: Apache-2.0
/**
 * Creation of Kafka topics: {@link CollectorTopics} creates the topics of the collector when it starts, and {@link
 * TopicsProgram} creates and checks the topics of all services in a run of its own.
 */
@NullMarked
package org.pathproof.collector.topics;

import org.jspecify.annotations.NullMarked;
