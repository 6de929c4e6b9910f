// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** The place at which the reading of a partition begins. */
record StartOffset(TopicPartition partition, OffsetAndMetadata offset) {}
